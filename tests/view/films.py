"""Movies and pictures as arrays, and scenes whose pictures are known, for tests."""

import subprocess

import numpy as np
from PIL import Image
from scipy.optimize import linprog

from linkwork.view.movies import encoder
from tests.browser.pages import SceneWriter

WHITE, RED, BLUE = [1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]


def frames_of(path):
    """All frames of a movie, (n, height, width, 3)."""
    if path.suffix == ".gif":
        with Image.open(path) as image:
            frames = []
            for k in range(image.n_frames):
                image.seek(k)
                frames.append(np.asarray(image.convert("RGB")))
        return np.array(frames)
    command = [encoder.ffmpeg(), "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    told = done.stderr.decode()
    width, height = next(
        (int(side) for side in word.split("x"))
        for line in told.splitlines() if "Video: h264" in line
        for word in line.replace(",", " ").split()
        if word.count("x") == 1 and word.replace("x", "").isdigit() and word[0] != "0"
    )  # fmt: skip
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, height, width, 3)


def picture_of(path):
    """A picture as (height, width, 3)."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def center_of_red(picture):
    """Center of the red pixels (x, y) [px], from the top left corner."""
    red, green, blue = np.moveaxis(picture.astype(int), 2, 0)
    rows, columns = np.nonzero((red > 90) & (green < 50) & (blue < 50))
    assert len(rows) > 20
    return np.array([columns.mean() + 0.5, rows.mean() + 0.5])


def moving_ball(planar=True, background=WHITE):
    """A red ball that moves from corner to corner of its bounds."""
    writer = SceneWriter(np.array([0.0, 1.0, 3.0]), planar=planar)
    writer.form["defaults"]["background"] = background
    depth = 0.0 if planar else 0.6
    writer.form["bounds"] = [[-1.0, -1.0, -depth], [1.0, 1.0, depth]]
    writer.form["size"] = 2.0
    places = [[-0.8, -0.5, -depth], [0.8, -0.5, depth], [0.4, 0.6, 0.0]]
    ball = writer.frame(places)
    writer.item("sphere", "node", "ball", point=[ball, 0, 0, 0], size=0.06, color=RED)
    return writer, np.array(places)


CORNERS = [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-0.6, 0.6)]
"""Of the bounds of the moving ball in space."""


def in_picture(points, size, away, outline):
    """Where a pinhole camera with a field of 32 degrees sees points: independent of the package.

    away -- direction to the camera, z points up; outline -- what must be in the picture
    Across and upward, the camera stands where it could be nearest with a margin of 10 %.
    """
    away = np.array(away, float) / np.linalg.norm(away)
    right = np.cross([0.0, 0.0, 1.0], away)
    right /= np.linalg.norm(right)
    view = np.array([right, np.cross(away, right), away])
    focal = 1.0 / np.tan(np.radians(16.0))
    tips, places = np.array(outline, float) @ view.T, []
    for axis, slope in ((0, size[0] / size[1] / (1.1 * focal)), (1, 1.0 / (1.1 * focal))):
        # |p - place| <= slope (distance - depth), the smallest distance
        rows = [[sign, -slope] for sign in (-1.0, 1.0) for _ in tips]
        limits = [-slope * p[2] - sign * p[axis] for sign in (1.0, -1.0) for p in tips]
        places.append(linprog([0.0, 1.0], rows, limits, bounds=[(None, None)] * 2).x)
    (across, far), (upward, further) = places
    seen = points @ view.T - [across, upward, 0.0]
    scale = 0.5 * size[1] * focal / (max(far, further) - seen[:, 2])
    return np.column_stack([0.5 * size[0] + scale * seen[:, 0], 0.5 * size[1] - scale * seen[:, 1]])
