"""SC.renderer: calls for a window that is not there, or act on a live view if one is wished for.

The view is that of Linkwork in the browser: `linkwork script --live`. Without it, the calls keep
what scripts set, and return at once.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from linkwork.exudyn import _pictures
from linkwork.exudyn._materials import Materials
from linkwork.exudyn._notices import notice

NO_WINDOW = (
    "renderer calls have no window here; `linkwork script --live` shows the run, `--html FILE` "
    "writes it"
)
IDENTITY = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]

wishes: dict[str, Any] = {"live": False, "html": None}
"""What the user wants to see, set by the runner."""


def wants_pictures() -> bool:
    """Whether pictures that scripts ask for are drawn."""
    return bool(wishes["live"] or wishes["html"])


def initial_state() -> dict[str, Any]:
    """The documented description of a view."""
    return {
        "centerPoint": [0.0, 0.0, 0.0],
        "maxSceneSize": 1.0,
        "zoom": 0.4,
        "currentWindowSize": [1024, 768],
        "displayScaling": 1.0,
        "modelRotation": [list(row) for row in IDENTITY],
        "rotationCenterPoint": [0.0, 0.0, 0.0],
        "mouseCoordinates": [0.0, 0.0],
        "openGLcoordinates": [0.0, 0.0],
        "joystickAvailable": -1,
        "joystickPosition": [0.0, 0.0, 0.0],
        "joystickRotation": [0.0, 0.0, 0.0],
        "displayMatrix": [list(row) for row in np.eye(4).tolist()],
        "projectionMatrix": [list(row) for row in np.eye(4).tolist()],
        "stateMachine": 0,
        "rendererActive": False,
        "trackMarker": -1,
        "trackMarkerPosition": [1, 1, 1],
        "trackMarkerOrientation": [1, 1, 1],
        "perspective": 0.0,
    }


class Renderer:
    """SC.renderer; container -- whose systems it shows."""

    def __init__(self, container: Any) -> None:
        self._container = container
        self._state = initial_state()
        self._views: list[Any] = []
        self._active = False
        self.materials = Materials()

    def Start(self, verbose: int = 0) -> bool:
        """Open a live view where one is wished for; returns True."""
        if wishes["live"]:
            for system in self._container._systems:
                self._views.append(system.LiveView())
        else:
            notice("renderer", NO_WINDOW)
        self._active = True
        return True

    def Stop(self) -> None:
        """Close the live view; the view is kept in exu.sys['renderState']."""
        from linkwork.exudyn import sys as variables

        variables["renderState"] = self.GetState()
        self._active = False
        while self._views:
            self._views.pop().close()

    def IsActive(self) -> bool:
        """Whether a live view is open; False without one, so that loops end."""
        return self._active and bool(self._views)

    def DoIdleTasks(self, waitSeconds: float = -1.0, printPauseMessage: bool = True) -> bool:
        """Return at once, or wait as long as asked for while a view is open; always False."""
        if self.IsActive() and waitSeconds > 0:
            time.sleep(waitSeconds)
        return False

    def GetState(self, viewID: int = 0) -> dict[str, Any]:
        """The view that scripts have set."""
        return dict(self._state)

    def SetState(
        self, renderState: dict[str, Any], waitForRendererFullStartup: bool = True, viewID: int = 0
    ) -> None:
        """Keep a view."""
        self._state.update(renderState)

    def ResetState(self) -> None:
        """Forget the view."""
        self._state = initial_state()

    def SetModelView(
        self,
        zoom: float = 0,
        rotationVector: Any = (0.0, 0.0, 0.0),
        centerPoint: Any = (0.0, 0.0, 0.0),
        viewID: int = 0,
    ) -> None:
        """Keep a view given by a rotation vector."""
        from linkwork.rigid.rotations import RotationVector2RotationMatrix

        rotation = RotationVector2RotationMatrix(np.asarray(rotationVector, dtype=float))
        self._state["modelRotation"] = rotation.tolist()
        self._state["centerPoint"] = [float(x) for x in centerPoint]
        if zoom > 0:
            self._state["zoom"] = float(zoom)

    def RedrawAndGetImage(self, useRaytracer: bool = False, viewID: int = 0) -> np.ndarray:
        """The scene in its present state as wanted by the user, else a white picture.

        Both have the size of the window; useRaytracer and viewID are not used.
        """
        if wants_pictures():
            drawn = _pictures.picture(self._container)
            if drawn is not None:
                return drawn
        notice("renderer", NO_WINDOW)
        width, height = self._state["currentWindowSize"]
        return np.full((int(height), int(width), 3), 255, dtype=np.uint8)

    def RedrawAndSaveImage(self, viewID: int = 0) -> None:
        """Write the scene in its present state as wanted by the user; see exportImages."""
        if wants_pictures():
            _pictures.save_picture(self._container)
        else:
            notice("image", _pictures.NO_PICTURES)

    def GetMouseCoordinates(self, useOpenGLcoordinates: bool = False, viewID: int = 0) -> list:
        """There is no mouse: zeros."""
        return [0.0, 0.0]

    def GetItemSelection(self, resetSelection: bool = True, viewID: int = 0) -> list:
        """Nothing is selected."""
        return [0, 0, 0.0]

    def GetRenderCount(self) -> int:
        """Number of frames drawn: none."""
        return 0

    def ZoomAll(self, computeMaxScene: bool = True, viewID: int = 0) -> None:
        """Views fit their scene by themselves."""

    def SendRedrawSignal(self) -> None:
        """Live views redraw by themselves."""

    def Attach(self) -> bool:
        """Nothing to attach to."""
        return True

    def Detach(self) -> bool:
        """Nothing to detach from."""
        return True

    def EnableView(self, viewID: int, createWindow: bool = True) -> None:
        """There is one view."""

    def DisableView(self, viewID: int) -> None:
        """There is one view."""
