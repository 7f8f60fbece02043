"""Movies and pictures as arrays, and scenes whose pictures are known, for tests."""

import subprocess

import numpy as np
from PIL import Image

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


def in_picture(points, size, away, half):
    """Where a pinhole camera with a field of 32 degrees sees points: independent of the package.

    away -- direction to the camera, z points up; half -- half sizes of the bounds about the origin
    The camera stands where the outermost corner leaves a margin of 10 %.
    """
    away = np.array(away, float) / np.linalg.norm(away)
    right = np.cross([0.0, 0.0, 1.0], away)
    right /= np.linalg.norm(right)
    view = np.array([right, np.cross(away, right), away])
    focal = 1.0 / np.tan(np.radians(16.0))
    corners = np.array(np.meshgrid(*[[-h, h] for h in half])).reshape(3, -1).T @ view.T
    wide = size[0] / size[1]
    distance = max(z + 1.1 * focal * max(abs(x) / wide, abs(y)) for x, y, z in corners)
    seen = points @ view.T
    scale = 0.5 * size[1] * focal / (distance - seen[:, 2])
    return np.column_stack([0.5 * size[0] + scale * seen[:, 0], 0.5 * size[1] - scale * seen[:, 1]])
