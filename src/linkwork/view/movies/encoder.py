"""Writing frames as a GIF or an MP4 file; incomplete files are removed."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import replacing

SUFFIXES = (".gif", ".mp4")

NEARLY_WHITE = 246
"""Brighter colors of a GIF become pure white."""

COLORS = (
    "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709",
    "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
)  # fmt: skip
"""Options of ffmpeg: players assume these colors for large pictures, unless the file says more."""

Picture = NDArray[np.uint8]


def missing(name: str, purpose: str) -> ImportError:
    """The error for a package that is not installed."""
    return ImportError(f"{purpose} needs {name}: pip install 'linkwork[plot]'")


def write(
    path: Path, pictures: Iterator[Picture], fps: float, sample: Picture | None = None
) -> None:
    """Write pictures of shape (height, width, 3) to a file, whose suffix is the format.

    sample -- a picture with the colors of all, for the palette of a GIF; None: the first one
    The file gets its name when it is finished; no file remains if writing stops.
    """
    with replacing(path) as part:
        if path.suffix.lower() == ".gif":
            _write_gif(part, pictures, fps, sample)
        else:
            _write_mp4(part, pictures, fps)


def pillow(purpose: str) -> Any:
    """The module PIL.Image, or an error that says how to install it."""
    try:
        from PIL import Image
    except ImportError as error:
        raise missing("pillow", purpose) from error
    return Image


def _write_gif(name: Path, pictures: Iterator[Picture], fps: float, sample: Picture | None) -> None:
    Image = pillow("a GIF file")
    if sample is None:
        sample = next(pictures)
        pictures = itertools.chain([sample], pictures)
    # One palette for all frames: colors do not flicker, and files stay small.
    palette = Image.fromarray(sample).quantize(256, dither=Image.Dither.NONE)
    colors = np.array(palette.getpalette()).reshape(-1, 3)
    colors[(colors > NEARLY_WHITE).all(axis=1)] = 255
    palette.putpalette(colors.ravel().tolist())
    frames = [
        Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE)
        for picture in pictures
    ]
    # GIF counts time in 1/100 s; players slow down below 2/100 s.
    durations = np.maximum(np.diff(np.round(100.0 / fps * np.arange(len(frames) + 1))), 2)
    frames[0].save(
        name,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[10 * int(hundredths) for hundredths in durations],
        loop=0,
    )


def ffmpeg() -> str:
    """Path of the ffmpeg program: of the system, or of the package imageio-ffmpeg."""
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        import imageio_ffmpeg
    except ImportError as error:
        raise missing("the program ffmpeg or the package imageio-ffmpeg", "an MP4 file") from error
    return str(imageio_ffmpeg.get_ffmpeg_exe())


def check_means(suffix: str) -> None:
    """Raise an ImportError if files of a format cannot be written here."""
    if suffix == ".mp4":
        ffmpeg()
    pillow(f"a file {suffix}")


def _write_mp4(name: Path, pictures: Iterator[Picture], fps: float) -> None:
    program = ffmpeg()
    first = next(pictures)
    height, width = first.shape[:2]
    command = [
        program, "-y", "-loglevel", "error",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{fps:g}",
        "-i", "-", "-an", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", *COLORS,
        "-movflags", "+faststart", "-f", "mp4", str(name),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as report:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=report)
        try:
            # If the program has ended, its report gives the reason.
            with contextlib.suppress(BrokenPipeError), process.stdin as pipe:  # type: ignore[union-attr]
                for picture in itertools.chain([first], pictures):
                    pipe.write(picture.tobytes())
            code = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if code != 0:
            report.seek(0)
            text = report.read().decode(errors="replace").strip()
            raise SysError(f"ffmpeg ({program}) could not write the MP4 file: {text}")
