"""Circles that cables touch are drawn as wheels, with the forces of contact as arrows."""

import numpy as np
import pytest

from linkwork.view.scene import scene_of
from tests.verification.circle_models import Variable, capstan
from tests.verification.test_circle_contacts import settings

from .scenes import array_of, items_of


@pytest.fixture(scope="module")
def drawn():
    mbs, _ = capstan(6, -2.0, segments=2)
    solution = mbs.SolveDynamic(settings(0.02, 40, 0.6))
    return mbs, solution, scene_of(solution)


def test_a_pulley_is_one_wheel_of_its_radius(drawn):
    _, _, scene = drawn
    (wheel,) = items_of(scene, kind="wheel")
    assert wheel["sizes"][:2] == [0.4, 0.4]


def test_contact_forces_are_arrows(drawn):
    mbs, _, scene = drawn
    arrows = items_of(scene, kind="arrow", family="connector")
    assert 2 <= len(arrows) < 6  # the ends of the cable touch nothing
    for arrow in arrows:
        force = mbs.GetObjectOutput(arrow["number"], Variable.Force)
        assert array_of(scene, arrow["vector"])[-1] == pytest.approx(force, rel=1e-5, abs=1e-6)
    assert np.isfinite([arrow["largest"] for arrow in arrows]).all()
