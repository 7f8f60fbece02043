"""What derivatives leave out to save time: whole evaluations, starts of copies, other rows."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.sensitivity import alpha, dynamic, laws
from tests.items.samples import KINDS

from .models import derived, disagreement, error_of, rod_pendulum, settings_of
from .test_contract import standing_alone

pytestmark = pytest.mark.processors

ROD = ("mass.physicsMass", "weight.loadVector[1]", "rod.distance", "mass.initialVelocity[1]")


def test_matrices_read_nothing_that_forces_have_left_in_scratch_arrays():
    looked_at = 0
    for kind in KINDS:
        if "residual" not in kind.kernels or not {"work"} & {*kind.own, *kind.pools}:
            continue
        w, _ = standing_alone(kind)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            w.mbs.SolveDynamic(settings_of(0.01, 2))
        model, data = w.mbs._model, w.mbs._data
        table = model.tables.get(kind)
        if table is None or not len(data["jacobian_calls"]):
            continue
        scratch = table.own.get("work", table.pools.get("work"))
        if scratch is None or not scratch.size or scratch.dtype != np.float64:
            continue
        found = []
        for number in (0.0, np.nan):
            assert data.equations.forces(0) == 0
            scratch[...] = number
            data["values"][:] = 0.0
            assert data.run_calls("jacobian_calls") == 0
            found.append(data["values"].copy())
        assert np.array_equal(*found), kind
        looked_at += 1
    assert looked_at > 5


def heavy_points():
    """Three masses that attract each other: forces of several rows are evaluated together."""
    mbs = exu.SystemContainer().AddSystem()
    places = ([0.0, 0, 0], [1.0, 0.2, 0], [0.3, 1.1, 0.4])
    masses = [
        mbs.CreateMassPoint(referencePosition=p, physicsMass=m, initialVelocity=[0.1 * m, 0, 0.2])
        for p, m in zip(places, (1.0, 2.0, 1.5), strict=True)
    ]
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in masses]
    for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        mbs.AddObject(
            ObjectConnectorGravity(
                markerNumbers=[ends[i], ends[j]],
                mass0=(1.0, 2.0, 1.5)[i],
                mass1=(1.0, 2.0, 1.5)[j],
                gravitationalConstant=0.7,
                name=f"pull{k}",
            )  # fmt: skip
        )
    mbs.Assemble()
    return mbs


def test_rows_that_act_together_are_evaluated_together(monkeypatch):
    mbs, settings = heavy_points(), settings_of(tight=True)
    rows, original = [], alpha.law_of

    def law_of(run, changes):
        found = original(run, changes)
        rows.append(int(found[0]["rows"][0]))
        return found

    monkeypatch.setattr(alpha, "law_of", law_of)
    for k in range(3):
        name = f"pull{k}.gravitationalConstant"
        found = derived(mbs.SolveDynamic(settings, sensitivities=[name]).sensitivity(name))
        error = disagreement(found, mbs, name, lambda twin: twin.SolveDynamic(settings))
        assert error < 1e-7, name
    assert rows == [3, 3, 3]


def test_own_rows_of_laws_have_the_slopes_of_whole_evaluations(monkeypatch):
    mbs, settings = rod_pendulum(), settings_of()
    names = ("rod.distance", "air.damping[0]", "air.stiffness[1]", "air.offset[0]")
    quick = mbs.SolveDynamic(settings, sensitivities=names)
    for name in ("law_of", "closed_law_of"):
        monkeypatch.setattr(alpha, name, lambda run, changes: None)
    whole = rod_pendulum().SolveDynamic(settings, sensitivities=names)
    for name in names:
        ends = [derived(each.sensitivity(name)) for each in (quick, whole)]
        assert error_of(*ends) < 1e-10, name


def test_passes_run_only_the_calls_that_they_need():
    """Blocks of rod and air; K of both, D of the air, M."""
    mbs = rod_pendulum()
    mbs.SolveDynamic(settings_of())
    data = mbs._data
    calls = laws.MatrixCalls(data)
    names = {"blocks": 0, "stiff": 0, "damped": 0, "inertial": 0, "calls": 0}
    calls.tell(names)
    assert (names["blocks"], names["stiff"], names["damped"], names["inertial"]) == (2, 2, 1, 1)


def test_starts_that_meet_their_constraints_need_no_starts_of_a_copy(monkeypatch):
    mbs, settings = rod_pendulum(), settings_of()
    quick = mbs.SolveDynamic(settings, sensitivities=ROD)
    used = []
    original = dynamic.quick_variations_of

    def variations(*given):
        used.extend(original(*given))
        return used

    monkeypatch.setattr(dynamic, "quick_variations_of", variations)
    rod_pendulum().SolveDynamic(settings, sensitivities=ROD)
    assert [type(each).__name__ for each in used[:3]] == ["QuickVariation"] * 3
    monkeypatch.setattr(dynamic, "quick_variations_of", dynamic.variations_of)
    whole = rod_pendulum().SolveDynamic(settings, sensitivities=ROD)
    for name in ROD:
        one, other = quick.sensitivity(name), whole.sensitivity(name)
        for k in (0, -1):
            size = max(np.abs(derived(other, k)).max(), 1e-12)
            assert np.abs(derived(one, k) - derived(other, k)).max() < 1e-9 * size, (name, k)
        assert np.allclose(one.multipliers, other.multipliers, rtol=1e-8, atol=1e-9), name


def test_more_than_four_parameters_and_unused_lanes():
    mbs, settings = rod_pendulum(), settings_of()
    names = (*ROD, "air.damping[0]", "air.damping[1]")
    together = mbs.SolveDynamic(settings, sensitivities=names)
    for name in names:
        alone = derived(mbs.SolveDynamic(settings, sensitivities=[name]).sensitivity(name))
        assert np.allclose(derived(together.sensitivity(name)), alone, rtol=1e-12, atol=1e-14), name


def chain(count):
    """A row of masses on springs that swings."""
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.CreateGround()
    for k in range(count):
        mass = mbs.CreateMassPoint(
            referencePosition=[1.0 + k, 0, 0], initialVelocity=[0, k, 0], physicsMass=1.0
        )
        mbs.CreateSpringDamper(
            bodyNumbers=[last, mass], stiffness=1000.0 + k, damping=1.0, name=f"spring{k}"
        )
        last = mass
    mbs.Assemble()
    return mbs


def test_derivatives_do_not_change_the_run():
    """Full matrices and sparse ones, with new and with old factors."""
    for made, names in ((rod_pendulum, ROD), (lambda: chain(15), ("spring3.stiffness",))):
        for modified in (False, True):
            settings = settings_of()
            settings.timeIntegration.newton.useModifiedNewton = modified
            plain, followed = (made().SolveDynamic(settings, sensitivities=n) for n in ((), names))
            for part in ("coordinates", "velocities", "accelerations", "multipliers"):
                assert np.array_equal(getattr(plain, part), getattr(followed, part)), part


def test_known_starts_are_forgotten_where_parameters_or_initial_values_change():
    settings, names = settings_of(), ("rod.distance", "mass.initialVelocity[1]")
    mbs, other = rod_pendulum(), rod_pendulum()

    def found(system, name):
        return derived(system.SolveDynamic(settings, sensitivities=[name]).sensitivity(name))

    found(mbs, names[1])
    for each in (mbs, other):
        each.SetObjectParameter("air", "damping", [0.7, 0.2, 0.0])
    assert np.array_equal(found(mbs, names[1]), found(other, names[1]))
    before = found(mbs, names[0])
    for each in (mbs, other):
        each.systemData.SetODE2Coordinates_t([0.0, 1.0], exu.ConfigurationType.Initial)
    after = found(mbs, names[0])
    assert np.array_equal(after, found(other, names[0]))
    assert np.abs(after - before).max() > 1e-3
