"""The live view in Chromium: it moves, draws paths, is fitted, turned and dressed."""

import io
import socket
import time

import matplotlib.image
import numpy as np
import pytest

pytest.importorskip("viser")

from linkwork.view.live import LiveView
from tests.view.models import pendulum, settings_for

PATIENCE = 300.0
"""Longest time until something happens [s]; tests go on as soon as it does."""

BLUE = np.array([0.25, 0.46, 0.71]) * 255


@pytest.fixture
def watched(browser):
    """A live view of a pendulum, with the path of its mass, and the page that shows it."""
    _, mbs, node = pendulum()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with LiveView(mbs, port=port, openBrowser=False, paths=[node]) as view:
        page = browser.new_page(viewport={"width": 900, "height": 600})
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(view.url)
        page.wait_for_selector("canvas", timeout=1000 * PATIENCE)
        wait(page, lambda: view._server.get_clients(), "the page is connected")
        yield mbs, view, page
        page.close()
    assert faults == []


def wait(page, condition, told):
    """Until a condition is true; the page goes on meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"never: {told}"
        page.wait_for_timeout(50)


def picture(page):
    """The scene without the panels at its upper edge, (rows, columns, 3) in 0..255."""
    pixels = matplotlib.image.imread(io.BytesIO(page.screenshot()), format="png")
    return 255.0 * pixels[270:, :, :3]


def path_pixels(page):
    """How many pixels have about the color of the path."""
    return int(np.count_nonzero(np.abs(picture(page) - BLUE).max(axis=2) < 45))


def switch(page, name):
    page.get_by_role("checkbox", name=name, exact=True).click()


def camera(view):
    (client,) = view._server.get_clients().values()
    return client.camera


def test_it_moves_and_draws_the_path(watched):
    mbs, view, page = watched
    before = picture(page)
    mbs.SolveDynamic(settings_for(1.18, 200))  # half a period
    wait(page, lambda: view.shown[0] == 1.18, "the last state is shown")
    wait(page, lambda: np.abs(picture(page) - before).max(axis=2).mean() > 0.5, "it moves")
    wait(page, lambda: path_pixels(page) > 300, "the path is drawn")
    assert page.locator("input[disabled]").first.input_value() == "1.18 s"
    switch(page, "paths")
    wait(page, lambda: path_pixels(page) < 30, "the path is hidden")
    switch(page, "paths")
    wait(page, lambda: path_pixels(page) > 300, "the path is shown again")


def test_the_picture_stays_fitted_until_the_user_moves_it_and_f_fits_it_again(watched):
    mbs, view, page = watched
    wait(page, lambda: abs(camera(view).position[2]) > 0.1, "the camera is known")
    near = camera(view).position.copy()
    mbs.SolveDynamic(settings_for(1.18, 200))
    wait(page, lambda: camera(view).position[2] > near[2] + 0.1, "it goes back by itself")
    wait(page, lambda: view.shown[0] == 1.18, "the run is shown")
    places = []

    def rests():
        places.append(camera(view).position.copy())
        return len(places) > 5 and np.ptp(places[-5:], axis=0).max() == 0.0

    wait(page, rests, "the camera rests")
    fitted = places[-1]
    page.mouse.move(450, 450)
    page.mouse.wheel(0, 800)

    def moved():
        return np.linalg.norm(camera(view).position - fitted) > 0.2

    wait(page, moved, "the wheel moves the camera")
    mbs.SolveDynamic(settings_for(1.3, 200))
    wait(page, lambda: view.shown[0] == 1.3, "the next run is shown")
    assert moved(), "a camera that the user has moved stays"
    page.keyboard.press("f")
    wait(page, lambda: np.linalg.norm(camera(view).position - fitted) < 0.1, "f fits the scene")


def test_theme_and_upward_axis_can_be_changed(watched):
    _, view, page = watched
    wait(page, lambda: picture(page).mean() > 200, "the light theme")
    switch(page, "dark")
    wait(page, lambda: picture(page).mean() < 60, "the dark theme")
    wait(page, lambda: camera(view).up_direction[1] > 0.99, "y points up in the plane")
    switch(page, "y up")
    wait(page, lambda: camera(view).up_direction[2] > 0.99, "z points up")
    wait(page, lambda: view._scene.up == "z", "the scene is drawn with z up")
    wait(page, lambda: camera(view).position[1] < -0.5, "it is seen from the side")
    switch(page, "y up")
    wait(page, lambda: camera(view).up_direction[1] > 0.99, "y points up again")
