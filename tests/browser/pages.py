"""Scenes of the player and pages that hold them, written by hand: every kind, also absurd ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.view.page import page_of
from linkwork.view.scene import Scene

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "src" / "linkwork" / "view" / "player.js"

BLUE, ORANGE, GREEN = [0.27, 0.49, 0.80, 1.0], [0.89, 0.49, 0.23, 1.0], [0.25, 0.62, 0.47, 1.0]
GREY, RED, STEEL = [0.55, 0.59, 0.65, 1.0], [0.80, 0.27, 0.27, 1.0], [0.42, 0.47, 0.55, 1.0]


class SceneWriter:
    """Collects frames, items and arrays of a scene in the format that the player reads."""

    def __init__(self, times: np.ndarray, title: str = "Scene", planar: bool = False) -> None:
        self.times = np.asarray(times, dtype="f8")
        self.data = bytearray()
        self.tracks: list[np.ndarray] = []
        self.turns: list[np.ndarray] = []
        self.form: dict[str, Any] = {
            "format": "linkwork-scene",
            "version": 1,
            "title": title,
            "planar": planar,
            "bounds": [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]],
            "size": 1.0,
            "frames": [],
            "shapes": [],
            "items": [],
            "sensors": [],
            "defaults": {"background": None, "text": None, "showNumbers": False},
            "notes": [],
        }

    def ref(self, values: Any, kind: str = "f4") -> dict[str, Any]:
        """Packs an array; the offset is a multiple of 8."""
        array = np.ascontiguousarray(values, dtype="<" + kind)
        self.data += b"\0" * (-len(self.data) % 8)
        at = len(self.data)
        self.data += array.tobytes()
        return {"at": at, "type": kind, "shape": list(array.shape)}

    def frame(self, track: Any = None, turn: Any = None, at: Any = (0, 0, 0)) -> int:
        """Adds a frame that follows a track (F, 3) and a turn (F, 4)."""
        form = {"track": -1, "turn": -1, "at": [float(x) for x in at]}
        if track is not None:
            form["track"] = len(self.tracks)
            self.tracks.append(np.asarray(track, dtype="f4"))
        if turn is not None:
            form["turn"] = len(self.turns)
            self.turns.append(np.asarray(turn, dtype="f4"))
        self.form["frames"].append(form)
        return len(self.form["frames"]) - 1

    def shape(self, **facts: Any) -> int:
        self.form["shapes"].append({"at": [0, 0, 0], "color": GREY, **facts})
        return len(self.form["shapes"]) - 1

    def item(self, kind: str, family: str, name: str, **facts: Any) -> int:
        """Adds an item; its number is its place in the list."""
        number = len(self.form["items"])
        label = facts.pop("label", f"{kind} '{name}' ({family} {number})")
        form = {"kind": kind, "family": family, "name": name, "label": label, "number": number}
        self.form["items"].append({**form, "color": GREY, "size": 0.05, **facts})
        return number

    def sensor(self, name: str, unit: str, components: list[str], values: Any) -> None:
        array = np.asarray(values, dtype="f4").reshape(len(values), len(components))
        times = np.linspace(self.times[0], self.times[-1], len(array))
        self.form["sensors"].append(
            {
                "name": name,
                "label": f"{name} [{unit}]",
                "unit": unit,
                "components": components,
                "times": self.ref(times, "f8"),
                "values": self.ref(array),
            }
        )

    def page(self) -> str:
        """The whole page, as the package writes it."""
        return page_of(self.scene())

    def scene(self) -> Scene:
        """The scene, as the package makes it."""
        count = len(self.times)
        form = {
            **self.form,
            "times": self.ref(self.times, "f8"),
            "tracks": self.ref(np.array(self.tracks).reshape(len(self.tracks), count, 3)),
            "turns": self.ref(np.array(self.turns).reshape(len(self.turns), count, 4)),
        }
        return Scene(form, bytes(self.data))


def about_z(angles: np.ndarray) -> np.ndarray:
    """Quaternions x, y, z, w of rotations about z."""
    zero = np.zeros_like(angles)
    return np.stack([zero, zero, np.sin(angles / 2), np.cos(angles / 2)], axis=-1)


def pendulum(frames: int = 201, scale: float = 1.0) -> SceneWriter:
    """A planar pendulum with spring, damper, sensor and trace; lengths times `scale`."""
    t = np.linspace(0, 4, frames)
    angle = 1.1 * np.cos(2.6 * t) * np.exp(-0.08 * t) - np.pi / 2
    mass = np.stack([np.cos(angle), np.sin(angle), 0 * t], axis=-1) * scale
    cart = np.stack([0.9 + 0.25 * np.sin(3 * t), -1.35 + 0 * t, 0 * t], axis=-1) * scale
    w = SceneWriter(t, "Elastic pendulum", planar=True)
    w.form["bounds"] = [[-1.2 * scale, -1.6 * scale, 0.0], [1.3 * scale, 0.2 * scale, 0.0]]
    w.form["size"] = 2.0 * scale
    m, c = w.frame(mass, about_z(angle + np.pi / 2)), w.frame(cart)
    s = scale
    brick = w.shape(type="box", sizes=[0.34 * s, 0.2 * s, 0.16 * s], color=ORANGE)
    w.item("support", "ground", "bearing", point=[-1, 0, 0, 0], size=0.16 * s, direction=[0, 1, 0])
    w.item(
        "support",
        "ground",
        "wall",
        point=[-1, 0, -1.35 * s, 0],
        size=0.16 * s,
        direction=[-1, 0, 0],
    )
    w.item(
        "rod", "connector", "rod", ends=[[-1, 0, 0, 0], [m, 0, 0, 0]], size=0.035 * s, color=STEEL
    )
    w.item("pin", "connector", "hinge", point=[-1, 0, 0, 0], size=0.045 * s, color=STEEL)
    w.item("disc", "body", "bob", point=[m, 0, 0, 0], size=0.15 * s, color=BLUE)
    w.item("shape", "body", "cart", point=[c, 0, 0, 0], shape=brick)
    ends = [[-1, 0, -1.3 * s, 0], [c, -0.17 * s, 0.05 * s, 0]]
    w.item("coil", "connector", "spring", ends=ends, size=0.1 * s, windings=9, color=GREEN)
    ends = [[-1, 0, -1.42 * s, 0], [c, -0.17 * s, -0.07 * s, 0]]
    w.item("damper", "connector", "damper", ends=ends, size=0.07 * s, color=STEEL)
    w.item(
        "coil",
        "connector",
        "link",
        ends=[[m, 0, 0, 0], [c, 0, 0.1 * s, 0]],
        size=0.08 * s,
        windings=12,
        color=RED,
    )
    w.item(
        "arrow",
        "load",
        "weight",
        point=[m, 0, 0, 0],
        vector=[0, -9.81, 0],
        local=False,
        size=0.35 * s,
        largest=9.81,
        color=RED,
    )
    w.item("trace", "sensor", "path", times=w.ref(t, "f8"), points=w.ref(mass), width=2, color=BLUE)
    w.sensor("position of bob", "m", ["x", "y", "z"], mass)
    w.sensor("angle of bob", "rad", [""], angle)
    return w
