"""Pictures that a script asks the renderer for: the scene in its present state, or during a run.

They are drawn if the user wants to see something (`--live` or `--html`); the renderer is that of
solution.image.
"""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.exudyn._notices import notice

MOST = 5000
"""Number of pictures of a run."""

NO_PICTURES = (
    "pictures of the renderer are drawn with `linkwork script --live` or `--html FILE`; "
    "solution.image and solution.movie write them without"
)


def size_of(container: Any) -> tuple[int, int]:
    """Width and height of the window, within what can be drawn [px]."""
    from linkwork.view.movies.look import LARGEST, SMALLEST

    width, height = container.visualizationSettings.view0.window.renderWindowSize
    return tuple(min(max(int(side), SMALLEST), LARGEST) for side in (width, height))  # type: ignore[return-value]


def next_file(container: Any) -> Path:
    """The file of the next picture; counts it."""
    chosen = container.visualizationSettings.exportImages
    name = chosen.saveImageFileName
    if not chosen.saveImageSingleFile:
        name += f"{chosen.saveImageFileCounter:05d}"
        chosen.saveImageFileCounter += 1
    return Path(f"{name}.{'txt' if chosen.saveImageFormat == 'TXT' else 'png'}")


def drawn_system(container: Any) -> Any:
    """The system that is drawn: the first one with items; assembled."""
    for mbs in container._systems:
        if any(len(members) for members in mbs._items.values()):
            if mbs._model is None:
                mbs.Assemble()
            return mbs
    return None


def save_picture(container: Any) -> None:
    """Write the scene in its present state into the next file."""
    from linkwork.view.movies.movie import images
    from linkwork.view.scene.one_state import present_state

    mbs = drawn_system(container)
    if mbs is None:
        notice("picture", "RedrawAndSaveImage: there are no items to draw")
        return
    chosen, file = container.visualizationSettings.exportImages, next_file(container)
    solution = present_state(mbs)
    if chosen.saveImageFormat == "TXT":
        from linkwork.exudyn._text_images import write_image
        from linkwork.view.scene.writer import scene_of

        file.parent.mkdir(parents=True, exist_ok=True)
        scene = scene_of(solution, contour=False)
        write_image(file, scene, chosen.saveImageAsTextLines, chosen.saveImageAsTextTriangles)
        return
    if chosen.saveImageFormat != "PNG":
        told = f"pictures are written as PNG instead of {chosen.saveImageFormat}"
        notice("picture format", told)
    images(solution, [file], [float(solution.times[0])], size_of(container))


def picture(container: Any) -> np.ndarray | None:
    """The scene in its present state, (height, width, 3) of 0 ... 255; None: nothing to draw."""
    from matplotlib.image import imread

    from linkwork.view.movies.movie import images
    from linkwork.view.scene.one_state import present_state

    mbs = drawn_system(container)
    if mbs is None:
        return None
    solution = present_state(mbs)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        images(solution, [file], [float(solution.times[0])], size_of(container))
        shades = imread(str(file))
    return np.round(255.0 * shades[:, :, :3]).astype(np.uint8)


def save_pictures_of_run(mbs: Any, interval: float) -> None:
    """Write pictures of the last run, one per interval [s]."""
    from linkwork.view.movies.movie import images

    solution, container = mbs.solution, mbs._container
    if solution is None or not len(solution.times):
        return
    first, last = float(solution.times[0]), float(solution.times[-1])
    count = 1 + math.floor((last - first) / interval + 1e-9) if interval > 0.0 else math.inf
    times = solution.times
    if count < len(times) or interval > 0.0:
        times = first + interval * np.arange(min(count, MOST + 1))
    if len(times) > MOST:
        times = np.linspace(first, last, MOST)
        told = f"{MOST} pictures of the run are written; recordImagesInterval asks for more"
        notice("pictures", told)
    files = [next_file(container).with_suffix(".png") for _ in times]
    images(solution, files, [float(time) for time in times], size_of(container))
