"""LiveView: watch a system in the browser while it is being solved (extra `live`).

A thread of the view reads the newest recorded state several times per second. The solver is not
involved: it runs compiled, without Python, and records as usual.
"""

from __future__ import annotations

import contextlib
import io
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.view.live.camera import FIELD, Camera, fitted
from linkwork.view.live.paths import checked
from linkwork.view.live.scene import LiveScene
from linkwork.view.live.states import newest, recorded_rows
from linkwork.view.scene.one_state import one_state
from linkwork.view.scene.writer import SceneWriter

ASPECT = 1.15
"""Width by height of the picture in a new window, which does not know yet of its panel."""

BACKGROUNDS = {"light": (238, 241, 245), "dark": (23, 26, 32)}
"""Theme -> color behind the scene, that of the player."""

MOST_BETWEEN, MOST_PLACES = 200, 50_000
"""Recorded states between two that are shown through which paths go, and their frames in all."""

GROWTH = 0.03
"""Growth of a scene, relative to its size, from which on windows are fitted anew."""

FASTEST = 30.0
"""Highest rate of frames [1/s]."""


class LiveView:
    """A page that follows a system; it ends with `close` or at the end of a `with` block.

    url -- address of the page
    frames -- number of states shown so far
    shown -- time [s] and ODE2 coordinates of the last one
    """

    def __init__(
        self,
        mbs: Any,
        port: int = 8080,
        host: str = "127.0.0.1",
        framesPerSecond: float = FASTEST,
        openBrowser: bool = True,
        theme: str = "light",
        paths: Any = None,
    ) -> None:
        if not 0.0 < framesPerSecond <= FASTEST:
            raise ParameterError(
                f"framesPerSecond must be in (0, {FASTEST:g}], got {framesPerSecond!r}"
            )
        if type(port) is not int or not 0 < port < 65536:
            raise ParameterError(f"port must be an integer from 1 to 65535, got {port!r}")
        if not isinstance(host, str):
            raise ParameterError(f"host must be a string such as '127.0.0.1', got {host!r}")
        if theme not in BACKGROUNDS:
            known = " or ".join(repr(name) for name in BACKGROUNDS)
            raise ParameterError(f"theme must be {known}, got {theme!r}")
        self._mbs, self._period = mbs, 1.0 / framesPerSecond
        if mbs._model is None:
            mbs.Assemble()
        self._chosen = checked(paths, mbs._model.items)
        self._server = _server(host, port)
        self.url = f"http://{host}:{self._server.get_port()}"
        self.frames = 0
        self._scene: LiveScene | None = None
        self._add_switches(theme)
        self._server.on_client_connect(lambda client: self._fit(client))
        self.shown: tuple[float, np.ndarray] | None = None
        self._placed: dict[int, np.ndarray] = {}
        self._fitted_bounds: np.ndarray | None = None
        self._error: BaseException | None = None
        try:
            self._follow(mbs._model, mbs._data)
        except BaseException:
            self._stop()
            raise
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="linkwork-live", daemon=True)
        self._thread.start()
        if openBrowser:
            from linkwork.view.page import opened

            if not opened(self.url):
                print(f"the live view is at {self.url}")

    def _add_switches(self, theme: str) -> None:
        gui = self._server.gui
        self._clock = gui.add_text("time", "0 s", disabled=True)
        self._fit_button = gui.add_button("fit (f)")
        self._fit_button.on_click(lambda _: self.fit())
        if hasattr(gui, "add_command"):  # a key that is pressed, as in the player
            gui.add_command("fit", hotkey="F").on_trigger(lambda _: self.fit())
        self._paths = self._switch("paths", True, self._show_parts)
        self._axes = self._switch("axes of bodies", False, self._show_parts)
        self._grid = self._switch("grid", True, self._show_parts)
        self._upright = self._switch("y up", False, self._turn)
        self._dark = self._switch("dark", theme == "dark", self._dress)

    def _switch(self, label: str, value: bool, act: Callable[[], None]) -> Any:
        box = self._server.gui.add_checkbox(label, value)
        box.on_update(lambda _: act())
        return box

    def __enter__(self) -> LiveView:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Show the last state and end the server."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._thread.join()
        self._stop()
        if self._error is not None:
            raise SysError(f"the live view had stopped: {self._error}") from self._error

    def _stop(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):  # viser prints a message
            self._server.stop()

    # ------------------------------------------------------------------ following

    def _follow(self, model: Any, data: Any) -> None:
        """Draw a new model."""
        self._server.scene.reset()
        self._scene = None
        self._dress()
        q = data["q"].copy()
        solution = one_state(model, q)
        assert solution.snapshot is not None
        writer = SceneWriter(
            solution, solution.snapshot, "", sets_states=False, with_outputs=False,
            with_gauges=False,
        )  # fmt: skip
        self._scene = LiveScene(self._server, writer, self._chosen, self._theme())
        self._upright.value = self._scene.up == "y"
        self._scene.show(q)
        self._show_parts()
        self._model, self.shown = model, None
        self._place_camera()

    def _show_parts(self) -> None:
        if self._scene is not None:
            self._scene.axes.visible = self._axes.value
            self._scene.grid.visible = self._grid.value
            if self._scene.paths.handle is not None:
                self._scene.paths.handle.visible = self._paths.value

    def _turn(self) -> None:
        """Let the axis point up that the user has chosen."""
        up = "y" if self._upright.value else "z"
        if self._scene is not None and self._scene.up != up:
            self._scene.set_up(up)
            self._place_camera()

    def _dress(self) -> None:
        """Colors of the theme, as in the player."""
        theme, gui = self._theme(), self._server.gui
        gui.configure_theme(dark_mode=theme == "dark", show_logo=False, show_share_button=False)
        color = BACKGROUNDS[theme]
        self._server.scene.set_background_image(np.full((2, 2, 3), color, np.uint8))
        if self._scene is not None:
            self._scene.dress(theme)

    def _theme(self) -> str:
        return "dark" if self._dark.value else "light"

    def fit(self) -> None:
        """Show everything that has been reached so far, in all windows that are open."""
        for client in self._server.get_clients().values():
            self._fit(client, client.camera.aspect)

    def _keep_fitted(self) -> None:
        """Fit windows anew where the scene has grown, until their users move the camera."""
        assert self._scene is not None
        low, high = np.array(self._scene.bounds.corners())
        before = self._fitted_bounds
        slack = GROWTH * self._scene.bounds.size
        if (
            before is not None
            and (low > before[0] - slack).all()
            and (high < before[1] + slack).all()
        ):
            return
        self._fitted_bounds = np.array([low, high])
        self._place_start()
        for number, client in self._server.get_clients().items():
            placed = self._placed.get(number)
            if placed is not None and np.linalg.norm(client.camera.position - placed) < slack:
                self._fit(client, client.camera.aspect)

    def _fit(self, client: Any, aspect: float = ASPECT) -> None:
        if self._scene is None:
            return
        camera = self._fitted(aspect)
        self._placed[client.client_id] = camera.position
        self._fitted_bounds = np.array(self._scene.bounds.corners())
        with client.atomic():
            client.camera.up_direction = self._up()
            client.camera.position = tuple(camera.position)  # which shifts the target, too
            client.camera.look_at = tuple(camera.target)

    def _fitted(self, aspect: float) -> Camera:
        assert self._scene is not None
        points = np.array(self._scene.bounds.outline() or np.zeros((1, 3)))
        scene = self._scene
        return fitted(points, scene.up, aspect or ASPECT, scene.bounds.size, scene.planar)

    def _up(self) -> tuple[float, float, float]:
        assert self._scene is not None
        return (0.0, 1.0, 0.0) if self._scene.up == "y" else (0.0, 0.0, 1.0)

    def _place_camera(self) -> None:
        """Where new windows start; open ones are fitted to the new model."""
        assert self._scene is not None
        self._server.scene.set_up_direction(f"+{self._scene.up}")
        self._place_start()
        self.fit()

    def _place_start(self) -> None:
        """Where new windows start: they show everything that has been reached so far."""
        assert self._scene is not None
        camera, start = self._fitted(ASPECT), self._server.initial_camera
        size = self._scene.bounds.size
        start.up = self._up()
        start.fov = float(FIELD)
        start.near, start.far = 1.0e-3 * size, 100.0 * size
        start.look_at = tuple(camera.target)
        start.position = tuple(camera.position)

    def _watch(self) -> None:
        try:
            while not self._closing.wait(self._period):
                began = time.perf_counter()
                self._look()
                # Never more than a fifth of the time, so that large models are not slowed down.
                self._closing.wait(4.0 * (time.perf_counter() - began) - self._period)
            self._look()
        except Exception as error:  # reported by close: a view must not end a run
            self._error = error

    def _look(self) -> None:
        mbs = self._mbs
        model, data = mbs._model, mbs._data
        if model is None or data is None or len(data["q"]) != model.n_ode2:
            return  # it is being assembled
        if model is not self._model:
            try:
                self._follow(model, data)
            except Exception:
                if mbs._model is model:
                    raise
                return  # it was changed in the meantime
        found = newest(mbs, data, model)
        if found is None:
            return
        t, q = found
        if self.shown is not None and self.shown[0] == t and np.array_equal(self.shown[1], q):
            return
        assert self._scene is not None
        self._lead_paths(t, data, model)
        self._scene.show(q)
        self._keep_fitted()
        self._clock.value = f"{t:.4g} s"
        self.shown = t, q
        self.frames += 1

    def _lead_paths(self, t: float, data: Any, model: Any) -> None:
        """Lead the paths through recorded states between the last one that was shown and t."""
        assert self._scene is not None
        if self._scene.paths.handle is None:
            return
        times, states = recorded_rows(self._mbs, data, model, t)
        last, q = (-np.inf, None) if self.shown is None else self.shown
        same = (states[times == last] == q).all(axis=1).any() if q is not None else False
        if t <= last or (len(times) and not same):  # another run
            self._scene.paths.clear()
            last = -np.inf
        between = np.flatnonzero((times > last) & (times < t))
        most = min(MOST_BETWEEN, MOST_PLACES // max(1, self._scene.follower.count))
        for row in between[:: max(1, -(-len(between) // max(1, most)))][:most]:
            self._scene.pass_by(states[row])


def _server(host: str, port: int) -> Any:
    try:
        import viser
    except ImportError as error:
        raise SysError(
            'the live view needs viser, which is not installed: pip install "linkwork[live]"'
        ) from error
    try:
        # viser waits forever for a server that cannot start
        family = socket.getaddrinfo(host, None)[0][0]
        socket.create_server((host, 0), family=family).close()
        with contextlib.redirect_stdout(io.StringIO()):  # viser always prints a banner
            return viser.ViserServer(host=host, port=port, label="Linkwork", verbose=False)
    except OSError as error:
        raise SysError(
            f"the live view cannot use port {port} of {host!r}: {error}; host is an address of "
            "this machine, such as '127.0.0.1'"
        ) from error
