"""Writing frames as a GIF or an MP4 file; incomplete files are removed."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SUFFIXES = (".gif", ".mp4")

NEARLY_WHITE = 246
"""Brighter colors of a GIF become pure white."""

Picture = NDArray[np.uint8]


def missing(name: str, purpose: str) -> ImportError:
    """The error for a package that is not installed."""
    return ImportError(f"{purpose} needs {name}: pip install 'linkwork[plot]'")


def write(path: Path, pictures: Iterator[Picture], fps: float, sample: Picture) -> None:
    """Write pictures of shape (height, width, 3) to a file, whose suffix is the format.

    sample -- a frame with the colors of all frames, for the palette of a GIF
    The file gets its name when it is finished; no file remains if writing stops.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    try:
        if path.suffix.lower() == ".gif":
            _write_gif(name, pictures, fps, sample)
        else:
            _write_mp4(name, pictures, fps)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _write_gif(name: str, pictures: Iterator[Picture], fps: float, sample: Picture) -> None:
    try:
        from PIL import Image
    except ImportError as error:
        raise missing("pillow", "a GIF file") from error
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


def _write_mp4(name: str, pictures: Iterator[Picture], fps: float) -> None:
    program = ffmpeg()
    first = next(pictures)
    height, width = first.shape[:2]
    command = [
        program, "-y", "-loglevel", "error",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{fps:g}",
        "-i", "-", "-an", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", name,
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
            raise RuntimeError(f"ffmpeg ({program}) could not write the MP4 file: {text}")
