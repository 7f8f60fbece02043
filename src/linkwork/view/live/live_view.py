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
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.results.parts import widths_of
from linkwork.view.live.camera import FIELD, Camera, fitted
from linkwork.view.live.scene import LiveScene
from linkwork.view.scene.one_state import one_state, sizes_of
from linkwork.view.scene.writer import SceneWriter

ASPECT = 1.15
"""Width by height of the picture in a new window, which does not know yet of its panel."""

BACKGROUNDS = {"light": (238, 241, 245), "dark": (23, 26, 32)}
"""Theme -> color behind the scene, that of the player."""

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
        self._server = _server(host, port)
        self.url = f"http://{host}:{self._server.get_port()}"
        self.frames = 0
        gui = self._server.gui
        self._clock = gui.add_text("time", "0 s", disabled=True)
        self._fit_button = gui.add_button("fit")
        self._fit_button.on_click(lambda _: self.fit())
        self._axes = gui.add_checkbox("axes of bodies", False)
        self._axes.on_update(lambda _: self._show_axes())
        self._grid = gui.add_checkbox("grid", True)
        self._grid.on_update(lambda _: self._show_axes())
        self._dark = gui.add_checkbox("dark", theme == "dark")
        self._dark.on_update(lambda _: self._dress())
        self._server.on_client_connect(lambda client: self._fit(client))
        self.shown: tuple[float, np.ndarray] | None = None
        self._error: BaseException | None = None
        self._scene: LiveScene | None = None
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
        self._dress()
        q = data["q"].copy()
        solution = one_state(model, q)
        assert solution.snapshot is not None
        writer = SceneWriter(solution, solution.snapshot, "", calls_loads=False, with_outputs=False)
        self._scene = LiveScene(self._server, writer)
        self._scene.show(q)
        self._show_axes()
        self._model, self.shown = model, None
        self._place_camera()

    def _show_axes(self) -> None:
        if self._scene is not None:
            self._scene.axes.visible = self._axes.value
            self._scene.grid.visible = self._grid.value

    def _dress(self) -> None:
        """Colors of the theme, as in the player."""
        dark = bool(self._dark.value)
        self._server.gui.configure_theme(dark_mode=dark, show_logo=False, show_share_button=False)
        color = BACKGROUNDS["dark" if dark else "light"]
        self._server.scene.set_background_image(np.full((2, 2, 3), color, np.uint8))

    def fit(self) -> None:
        """Show everything that has been reached so far, in all windows that are open."""
        for client in self._server.get_clients().values():
            self._fit(client, client.camera.aspect)

    def _fit(self, client: Any, aspect: float = ASPECT) -> None:
        if self._scene is None:
            return
        camera = self._fitted(aspect)
        with client.atomic():
            client.camera.up_direction = self._up()
            client.camera.position = tuple(camera.position)  # which shifts the target, too
            client.camera.look_at = tuple(camera.target)

    def _fitted(self, aspect: float) -> Camera:
        assert self._scene is not None
        points = np.array(self._scene.bounds.outline() or np.zeros((1, 3)))
        return fitted(points, self._scene.up, aspect or ASPECT, self._scene.bounds.size)

    def _up(self) -> tuple[float, float, float]:
        assert self._scene is not None
        return (0.0, 1.0, 0.0) if self._scene.up == "y" else (0.0, 0.0, 1.0)

    def _place_camera(self) -> None:
        """Where new windows start; open ones are fitted to the new model."""
        assert self._scene is not None
        camera, start = self._fitted(ASPECT), self._server.initial_camera
        self._server.scene.set_up_direction(f"+{self._scene.up}")
        size = self._scene.bounds.size
        start.up = self._up()
        start.fov = float(FIELD)
        start.near, start.far = 1.0e-3 * size, 100.0 * size
        start.look_at = tuple(camera.target)
        start.position = tuple(camera.position)
        self.fit()

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
        found = _newest(mbs, data, model)
        if found is None:
            return
        t, q = found
        if self.shown is not None and self.shown[0] == t and np.array_equal(self.shown[1], q):
            return
        assert self._scene is not None
        self._scene.show(q)
        self._clock.value = f"{t:.4g} s"
        self.shown = t, q
        self.frames += 1


def _newest(mbs: Any, data: Any, model: Any) -> tuple[float, np.ndarray] | None:
    """Time and coordinates of the newest recorded state; without a run, the current one."""
    if not mbs.is_running:
        return float(data.scalars.t), data["q"].copy()
    width = 1 + sum(widths_of(sizes_of(model)).values())
    recorded, rows = data["recorded"], int(data.scalars.record_rows)
    if rows < 1 or rows * width > len(recorded):
        return None
    row = recorded[(rows - 1) * width :]
    return float(row[0]), row[1 : 1 + model.n_ode2].copy()


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
