"""Models without a place in space, in Chromium: bars on a scale."""

import numpy as np

from linkwork.view.page import page_of
from linkwork.view.scene import scene_of
from tests.view.models import settings_for
from tests.view.test_gauges import oscillators


def blue_rows(picture):
    """Rows of the picture with pixels of the bar."""
    blue = picture[:, :, 2] - picture[:, :, 0] > 60
    assert blue.sum() > 300, "no bar is drawn"
    return np.flatnonzero(blue.any(axis=1))


def test_a_bar_follows_its_coordinate(open_page):
    """The bar lies above zero first and below it half a period later, equally long."""
    solution = oscillators(1, (1.0,), name="mode").SolveDynamic(settings_for(np.pi, 200))
    shown = open_page(page_of(scene_of(solution)), size=(700, 520))
    shown.call("linkwork.seek(0)")
    up = blue_rows(shown.picture())
    shown.call("linkwork.seek(100)")
    down = blue_rows(shown.picture())
    assert abs(int(up.max()) - int(down.min())) < 12
    assert abs(len(up) - len(down)) <= 0.1 * len(up)
    shown.call("linkwork.seek(50)")
    assert len(blue_rows_or_none(shown.picture())) < 0.2 * len(up), "the coordinate is zero"
    assert shown.page.locator(".lw-row span").all_text_contents() == ["mode"]
    # Lengths of the panel mean nothing, so there is no ruler behind it.
    ruler = "document.querySelector('.lw-under')"
    drawn = shown.page.evaluate(
        f"{ruler}.getContext('2d').getImageData(0, 0, {ruler}.width, {ruler}.height)"
        ".data.some((value) => value > 0)"
    )
    assert drawn is False


def blue_rows_or_none(picture):
    return np.flatnonzero((picture[:, :, 2] - picture[:, :, 0] > 60).any(axis=1))


def test_scales_are_legible_in_both_themes(open_page):
    solution = oscillators(3).SolveDynamic(settings_for(1.0, 20))
    shown = open_page(page_of(scene_of(solution)), size=(700, 520))
    for theme in ("light", "dark"):
        shown.call(f"linkwork.setTheme('{theme}')")
        picture = shown.picture().astype(float)
        behind = np.median(picture.reshape(-1, 3), axis=0)
        grey = np.ptp(picture, axis=2) < 40  # scales and texts, without the bars
        contrast = np.abs(picture - behind).max(axis=2)[grey]
        assert np.count_nonzero(contrast > 70) > 300, theme
