"""Sample scenes: all kinds in space, a large one, and absurd ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.browser.pages import BLUE, GREEN, GREY, ORANGE, RED, STEEL, SceneWriter, about_z

SCRIPT = "<script>alert(1)</script>"
END_OF_SCRIPT = "</script><img src=x onerror=alert(2)>"


def add_shapes(w: SceneWriter, moving: int, t: np.ndarray) -> None:
    """One item for each type of shape."""
    n = 12
    grid = np.array([[x, y, 0] for x in range(n + 1) for y in range(n + 1)]) / n * 3.2 - [
        1.6,
        1.6,
        0,
    ]
    corner = np.array([x * (n + 1) + y for x in range(n) for y in range(n)], dtype="u4")
    quads = np.stack([corner, corner + n + 1, corner + n + 2, corner + 1], axis=-1)
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    waves = grid.copy()
    waves[:, 2] = 0.04 * np.sin(4 * grid[:, 0]) * np.cos(4 * grid[:, 1])
    colors = np.ones((len(grid), 4)) * [0.78, 0.82, 0.88, 1]
    colors[(np.arange(len(grid)) // 3) % 2 == 0, :3] = [0.62, 0.70, 0.80]
    loop = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([0.3 * np.cos(loop), 0.3 * np.sin(loop), 0 * loop], axis=-1)
    shapes: list[tuple[str, dict[str, Any]]] = [
        ("ball shape", {"type": "sphere", "radius": 0.1, "color": ORANGE, "at": [0.3, 0, 0]}),
        ("brick shape", {"type": "box", "sizes": [0.5, 0.12, 0.12], "color": BLUE}),
        ("axle shape", {"type": "cylinder", "axis": [0, 0, 0.4], "radius": 0.05, "color": STEEL}),
        ("ring shape", {"type": "lines", "points": w.ref(ring), "pairs": False, "color": RED}),
        ("word shape", {"type": "text", "text": "A <b>word</b>", "height": 0.1, "color": GREY}),
    ]
    for name, facts in shapes:
        w.item("shape", "body", name, point=[moving, 0, 0, 0], shape=w.shape(**facts))
    floor = w.shape(
        type="mesh",
        points=w.ref(waves),
        triangles=w.ref(triangles, "u4"),
        colors=w.ref(colors),
        flat=False,
    )
    w.item("shape", "ground", "floor", point=[-1, 0, 0, -0.9], shape=floor)
    tent = w.ref([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0.1, 0.1, 0.3]])
    faces = w.ref([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], "u4")
    glass = w.shape(
        type="mesh", points=tent, triangles=faces, flat=True, color=[0.3, 0.6, 0.5, 0.6]
    )
    w.item("shape", "body", "tent", point=[-1, -1.2, 0.6, -0.86], shape=glass)


def all_kinds(frames: int = 121) -> SceneWriter:
    """Every kind of item once, in space, with names that try to be markup."""
    t = np.linspace(0, 6, frames)
    w = SceneWriter(t, f"All kinds {SCRIPT}")
    w.form["bounds"] = [[-1.4, -1.2, -0.9], [1.4, 1.2, 0.9]]
    w.form["size"] = 2.0
    w.form["notes"] = ["every 5th of 605 recorded states is shown"]
    path = np.stack([0.9 * np.cos(t), 0.9 * np.sin(t), 0.3 * np.sin(2 * t)], axis=-1)
    tilt = np.stack([np.sin(t / 2) * 0.6, 0 * t, np.sin(t / 2) * 0.8, np.cos(t / 2)], axis=-1)
    mass, body = w.frame(path), w.frame(0.4 * np.roll(path, frames // 3, axis=0), tilt)
    wheel = w.frame(None, about_z(2 * t), at=[-0.9, -0.7, -0.2])
    sledge = w.frame(np.stack([0.9 + 0 * t, -0.7 + 0.3 * np.sin(t), 0 * t - 0.5], axis=-1))
    w.item("sphere", "node", SCRIPT, point=[mass, 0, 0, 0], size=0.09, color=BLUE)
    w.item("marker", "marker", END_OF_SCRIPT, point=[mass, 0, 0, 0.16], size=0.035, color=RED)
    w.item(
        "box",
        "body",
        "mass on a line",
        point=[sledge, 0, 0, 0.12],
        sizes=[0.2, 0.26, 0.16],
        color=ORANGE,
    )
    w.item("disc", "body", "wheel", point=[wheel, 0, 0, 0], size=0.25, color=GREEN)
    lying = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    for k, kind in enumerate(("cylinder", "wheel", "cup")):
        place, sizes = [-1, 0.5 * k - 0.6, 0.8, 0.55], [0.2, 0.2, 0.15]
        w.item(kind, "body", kind, point=place, sizes=sizes, axes=lying, color=BLUE)
    w.item("pin", "connector", "axle", point=[wheel, 0, 0, 0.06], size=0.06, color=STEEL)
    w.item(
        "coil",
        "connector",
        "spring",
        ends=[[-1, 0, 0, 0.9], [mass, 0, 0, 0]],
        size=0.12,
        windings=10,
        color=GREEN,
    )
    w.item(
        "coil",
        "connector",
        "no length",
        ends=[[mass, 0, 0, 0], [mass, 0, 0, 0]],
        size=0.2,
        windings=4,
        color=RED,
    )
    w.item(
        "damper",
        "connector",
        "damper",
        ends=[[body, 0, 0, 0], [mass, 0, 0, 0]],
        size=0.07,
        color=STEEL,
    )
    w.item(
        "rod",
        "connector",
        "rod",
        ends=[[body, -0.25, 0, 0], [wheel, 0.2, 0, 0.05]],
        size=0.03,
        color=GREY,
    )
    w.item(
        "line",
        "connector",
        "gravity",
        ends=[[sledge, 0, 0, 0], [mass, 0, 0, 0]],
        size=0.004,
        dashed=True,
    )
    w.item(
        "spiral",
        "connector",
        "clock spring",
        points=[[-1, -0.9, -0.7, -0.3], [wheel, 0, 0, -0.1]],
        size=0.2,
        angle=w.ref(2.0 * np.pi * t / t[-1]),
        color=RED,
    )
    w.item(
        "slider",
        "connector",
        "rail",
        points=[[-1, 0.9, -0.7, -0.5], [sledge, 0, 0, 0]],
        axis=[0, 1, 0],
        size=0.12,
        color=STEEL,
    )
    force = np.stack([0 * t, 0 * t, -5 - 4 * np.sin(t)], axis=-1)
    w.item(
        "arrow",
        "load",
        "force",
        point=[mass, 0, 0, 0],
        vector=w.ref(force),
        local=False,
        size=0.5,
        largest=9.0,
        color=RED,
    )
    w.item(
        "torque",
        "load",
        "torque",
        point=[wheel, 0, 0, 0.15],
        vector=[0, 0, 2.0],
        local=True,
        size=0.5,
        largest=2.0,
        color=ORANGE,
    )
    w.item("support", "ground", "anchor", point=[-1, 0, 0, 0.9], size=0.14, direction=[0, 0, 1])
    w.item("trace", "sensor", "path", times=w.ref(t, "f8"), points=w.ref(path), width=2, color=BLUE)
    w.item("hologram", "body", "from the future", point=[mass, 0, 0, 0])
    add_shapes(w, body, t)
    w.sensor(f"force {SCRIPT}", "N", ["x", "y", "z"], force)
    w.sensor("distance", "m", [""], np.linalg.norm(path, axis=1))
    return w


def many(count: int = 1000, frames: int = 100) -> SceneWriter:
    """`count` masses and `count` springs in a net."""
    side = int(np.ceil(np.sqrt(count)))
    t = np.linspace(0, 5, frames)
    w = SceneWriter(t, f"{count} masses")
    w.form["bounds"] = [[0, 0, -1.5], [side, side, 1.5]]
    w.form["size"] = float(side)
    made = []
    for i in range(count):
        x, y = i % side, i // side
        z = 1.2 * np.sin(2 * t + 0.35 * x) * np.cos(0.3 * y + t)
        made.append(w.frame(np.stack([0 * t + x, 0 * t + y, z], axis=-1)))
        w.item("sphere", "body", f"mass {i}", point=[made[i], 0, 0, 0], size=0.22, color=BLUE)
        other = made[i - 1] if x else made[max(i - side, 0)]
        ends = [[other, 0, 0, 0], [made[i], 0, 0, 0]]
        w.item("coil", "connector", f"spring {i}", ends=ends, size=0.2, windings=6, color=STEEL)
    w.sensor("long", "m", ["x"], np.sin(np.linspace(0, 300, 100_000)))
    return w


def absurd() -> SceneWriter:
    """Places that are not numbers, sizes of zero, and data that refers to nothing."""
    t = np.linspace(0, 1, 11)
    w = SceneWriter(t, "Absurd")
    broken = np.stack([t, t, t], axis=-1)
    broken[5:] = np.nan
    turn = about_z(t)
    turn[7:] = np.nan
    f, g = w.frame(broken, turn), w.frame(np.full((11, 3), 1e30), 0 * turn)
    for i, frame in enumerate((f, g, -1, 99)):
        p, q = [frame, 0, 0, 0], [-1, 0, 0, 0]
        w.item("sphere", "node", f"s{i}", point=p, size=0)
        w.item("coil", "connector", f"c{i}", ends=[p, q], size=0.1, windings=0)
        w.item("damper", "connector", f"d{i}", ends=[p, p], size=0.1)
        w.item("rod", "connector", f"r{i}", ends=[p, p], size=0.1)
        w.item("line", "connector", f"l{i}", ends=[p, q], size=0, dashed=True)
        unknown = w.ref(np.full(11, np.nan))
        w.item("spiral", "connector", f"t{i}", points=[p, q], size=0.1, angle=unknown)
        w.item("wheel", "body", f"w{i}", point=p, sizes=[0, -1, 0], axes=[[0, 0], []])
        w.item("slider", "connector", f"x{i}", points=[p, q], axis=[0, 0, 0], size=0.1)
        w.item("arrow", "load", f"a{i}", point=p, vector=[0, 0, 0], local=True, size=0.1, largest=0)
        w.item(
            "torque",
            "load",
            f"m{i}",
            point=p,
            vector=w.ref(np.full((11, 3), np.nan)),
            size=0.1,
            largest=1,
        )
        w.item("support", "ground", f"b{i}", point=p, size=0.1, direction=[0, 0, 0])
    w.item("shape", "body", "no shape", point=[f, 0, 0, 0], shape=7)
    w.item("trace", "sensor", "gap", times=w.ref(t, "f8"), points=w.ref(broken), width=2)
    w.sensor("broken", "m", ["x", "y", "z"], broken)
    return w
