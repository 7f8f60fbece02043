"""What the data cannot tell is named."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.fitting.certainty import in_words
from tests.cases import looped
from tests.fit.models import TRUE, oscillator, record_of, settings_of

pytestmark = pytest.mark.processors

AB = ["a", "b"]


def test_stiffness_and_mass_of_free_motion_have_a_ratio_only():
    settings, mbs = settings_of(), oscillator(damping=0.0)
    times, values = record_of(mbs, settings)
    noisy = values + np.random.default_rng(1).normal(0, 1e-4, len(values))
    for record in ((times, values), (times, noisy)):
        vary = {"spring.stiffness": 240.0, "mass.physicsMass": 1.4}
        fit = exu.fit(mbs, {"tip.x": record}, vary, settings, apply=False)
        text = "spring.stiffness and mass.physicsMass cannot be told apart: their ratio can"
        assert fit.unknown == [text] and text in str(fit)
        assert np.isinf(list(fit.errors.values())).all()
        ratio = fit.values["spring.stiffness"] / fit.values["mass.physicsMass"]
        assert ratio == pytest.approx(250 / 1.5, rel=1e-3)


def test_a_parameter_without_effect_is_named_beside_a_known_one():
    settings, mbs = settings_of(), oscillator()
    vary = {"spring.stiffness": 240.0, "mass.initialVelocity[1]": 0.0, "spring.damping": 2.0}
    fit = exu.fit(mbs, {"tip.x": record_of(mbs, settings)}, vary, settings, apply=False)
    assert fit.unknown == [
        "mass.initialVelocity[1] cannot be told: it has no effect on the records"
    ]
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-8)
    assert np.isfinite(fit.errors["spring.stiffness"])
    assert np.isinf(fit.errors["mass.initialVelocity[1]"])


def test_a_parameter_within_the_noise_is_told():
    settings, mbs = settings_of(), oscillator(damping=1e-4)
    times, values = record_of(mbs, settings)
    noisy = values + np.random.default_rng(5).normal(0, 5e-3, len(values))
    vary = {"spring.stiffness": 240.0, "spring.damping": (1e-4, "log")}
    fit = exu.fit(mbs, {"tip.x": (times, noisy)}, vary, settings, maxRuns=8)
    assert fit.unknown == ["spring.damping is within the noise: its standard error is above 100 %"]


@looped(
    "direction, names, text",
    [
        ([1, 1], AB, "a and b cannot be told apart: their ratio can"),
        ([1, -1], AB, "a and b cannot be told apart: their product can"),
        ([1, 2], AB, "a and b cannot be told apart: a * b^(-1/2) can"),
        ([2, -1], AB, "a and b cannot be told apart: a * b^2 can"),
        ([1, 0.01], AB, "a cannot be told: it has no effect on the records"),
        ([1, 1, 1], "abc", "a, b and c cannot be told apart: their ratios can"),
        (
            [1, 0.5, -1], "abc",
            "a, b and c cannot be told apart: changes in proportion to a +100 %, b +50 %, "
            "c -100 % have no effect together",
        ),
    ],
)  # fmt: skip
def test_directions_in_words(direction, names, text):
    assert in_words(np.array(direction, float), names) == text


@pytest.mark.parametrize("count, known", [(2, False), (3, True)])
def test_as_many_values_as_parameters_tell_no_errors(count, known):
    settings = settings_of()
    mbs = oscillator()
    times, values = record_of(mbs, settings, every=29)
    noisy = values[1 : count + 1] + 1e-3 * np.array([1, -1, 1])[:count]
    fit = exu.fit(mbs, {"tip.x": (times[1 : count + 1], noisy)}, TRUE, settings, apply=False)
    assert np.isfinite(list(fit.errors.values())).all() == known
    assert np.isfinite(fit.covariance).all() == known
    assert any("2 values for 2 parameters" in text for text in fit.unknown) != known
    assert not known or fit.errors["spring.stiffness"] > 1e-2
