"""SC: the container of systems, with its renderer."""

from __future__ import annotations

import weakref
from typing import Any

from linkwork.api.system import SystemContainer as Base
from linkwork.exudyn._renderer import Renderer
from linkwork.exudyn._system import MainSystem
from linkwork.exudyn._visualization import VisualizationSettings

made: weakref.WeakSet[SystemContainer] = weakref.WeakSet()
"""The containers of the program."""


def told() -> list[str]:
    """Drawing settings without effect, a line per container that has some."""
    return [text for container in made if (text := container.visualizationSettings.told())]


class SystemContainer(Base):
    """Holds systems, settings of their pictures, and the renderer."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = self.visualizationSettings
        self.visualizationSettings: Any = VisualizationSettings(self._drawing)
        self.renderer = Renderer(self)
        made.add(self)

    def AddSystem(self) -> MainSystem:
        """Make a new, empty system."""
        added = MainSystem(self._drawing)
        self.AppendSystem(added)
        return added

    def AppendSystem(self, arg0: MainSystem) -> int:
        """Add a system; returns its number."""
        arg0._container = self
        arg0.visualizationSettings = self._drawing
        self._systems.append(arg0)
        return len(self._systems) - 1

    def GetSystem(self, arg0: int) -> Any:
        return super().GetSystem(arg0)

    def GetDictionary(self) -> dict[str, Any]:
        """The systems as dictionaries."""
        systems: list[Any] = list(self._systems)
        return {"systems": [system.GetDictionary() for system in systems]}

    def SetDictionary(self, arg0: dict[str, Any]) -> None:
        """Replace all systems by those of a dictionary."""
        self.Reset()
        for form in arg0["systems"]:
            self.AddSystem().SetDictionary(form)

    # ------------------------------------------------------------------ older names

    def GetRenderState(self) -> dict[str, Any]:
        """renderer.GetState"""
        return self.renderer.GetState()

    def SetRenderState(
        self, renderState: dict[str, Any], waitForRendererFullStartup: bool = True
    ) -> None:
        """renderer.SetState"""
        self.renderer.SetState(renderState, waitForRendererFullStartup)

    def WaitForRenderEngineStopFlag(self) -> bool:
        """renderer.DoIdleTasks"""
        return self.renderer.DoIdleTasks()

    def RenderEngineZoomAll(self) -> None:
        """renderer.ZoomAll"""
        self.renderer.ZoomAll()

    def RedrawAndSaveImage(self) -> None:
        """renderer.RedrawAndSaveImage"""
        self.renderer.RedrawAndSaveImage()

    def AttachToRenderEngine(self) -> bool:
        """renderer.Attach"""
        return self.renderer.Attach()

    def DetachFromRenderEngine(self) -> bool:
        """renderer.Detach"""
        return self.renderer.Detach()

    def SendRedrawSignal(self) -> None:
        """renderer.SendRedrawSignal"""
        self.renderer.SendRedrawSignal()

    def GetCurrentMouseCoordinates(self, useOpenGLcoordinates: bool = True) -> list:
        """renderer.GetMouseCoordinates"""
        return self.renderer.GetMouseCoordinates(useOpenGLcoordinates)
