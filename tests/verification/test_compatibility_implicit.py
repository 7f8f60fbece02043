"""Implicit runs with `compatibility = "exudyn"`: start values, index 2, changes, rows.

References are the formulas in `compatible.py`. The same models agree with Exudyn 1.11.0 to 1e-9 of
the largest value and better.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.run import context

from .compatible import (
    PROFILE,
    accelerations_of,
    alpha_steps,
    mass_on_rod,
    rho_method,
    rod_force,
    rod_rates,
    rod_rows,
    rows_of,
    settings_of,
)

pytestmark = pytest.mark.processors

MASS = 2.0 * np.eye(3)
INDEX2 = dict(
    timeIntegration__generalizedAlpha__useIndex2Constraints=True,
    timeIntegration__generalizedAlpha__useNewmark=True,
)


def tied_mass(function, coordinate=0):
    """2 kg with one coordinate driven by a function of time."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[0, 0.3, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=coordinate))
        for n in (ground, node)
    ]
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends, offsetUserFunction=function))
    return mbs


def test_the_start_is_not_projected_and_the_first_step_meets_the_constraint():
    q, v = np.array([0.01, 0.02, 0.0]), np.array([0.1, 0.5, 0.2])
    place = q + [1, 0, 0]
    length = np.linalg.norm(place)
    bent = np.array([v @ v / length - (place @ v) ** 2 / length**3])  # (C_q v)_q v
    a, force = accelerations_of(MASS, rod_force, rod_rows, q, v, bent)
    known = alpha_steps(MASS, rod_force, rod_rows, q, v, a, 0.025, 20, rho_method(0.9))
    known[0, 9:] = force
    found = rows_of(mass_on_rod(q, v)[0].SolveDynamic(settings_of(20)))
    assert np.abs(found - known).max(axis=0) == pytest.approx(0.0, abs=1e-9 * np.abs(known).max())
    with pytest.warns(UserWarning, match="were corrected"):
        own = rows_of(mass_on_rod(q, v)[0].SolveDynamic(settings_of(20, compatibility="")))
    assert np.abs(own - known)[0, :3].max() > 1e-3


def test_functions_of_time_do_not_accelerate_the_start():
    def rows(q, v, t):
        return np.array([q[0] - 0.5 * t * t])

    start = np.zeros(3), np.array([0, 0.3, 0])
    known = alpha_steps(
        MASS, lambda q, v, t: np.zeros(3), rows, *start, np.zeros(3), 0.05, 10, rho_method(0.9)
    )
    found = rows_of(tied_mass(lambda mbs, t, i, s: 0.5 * t * t).SolveDynamic(settings_of(10)))
    assert np.abs(found - known).max() < 1e-10
    assert found[0, 6] == 0.0 and found[1, 6] == pytest.approx(1.9855, abs=1e-9)
    own = rows_of(
        tied_mass(lambda mbs, t, i, s: 0.5 * t * t).SolveDynamic(settings_of(10, compatibility=""))
    )
    assert own[0, 6] == pytest.approx(1.0, rel=1e-9)


def test_curvature_without_terms_of_time_in_a_model_with_both():
    mbs, node, _, _ = mass_on_rod(velocity=(0, 0.5, 0.2))
    ground = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=2)) for n in (ground, node)]
    mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=ends, offsetUserFunction=lambda mbs, t, i, s: 0.2 * t + 0.5 * t * t
        )
    )
    found = rows_of(mbs.SolveDynamic(settings_of(1, 0.01)))
    assert found[0, 6:9] == pytest.approx([-0.29, -9.81, 0.0], abs=1e-9)
    assert found[0, 9:] == pytest.approx([2 * 0.29, 0.0], abs=1e-9)


def test_given_accelerations_are_kept():
    settings = settings_of(20, timeIntegration__generalizedAlpha__computeInitialAccelerations=False)
    q, v = np.zeros(3), np.array([0, 0.5, 0.2])
    known = alpha_steps(MASS, rod_force, rod_rows, q, v, q, 0.025, 20, rho_method(0.9))
    found = rows_of(mass_on_rod(q, v)[0].SolveDynamic(settings))
    assert np.abs(found - known).max() < 1e-9 * np.abs(known).max()


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2"])
def test_index_2_drifts(solver):
    beta, gamma = (0.25, 0.5) if solver == "GeneralizedAlpha" else (0.3, 0.55)
    chosen = INDEX2 if solver == "GeneralizedAlpha" else {}
    chosen = dict(
        chosen,
        timeIntegration__generalizedAlpha__newmarkBeta=beta,
        timeIntegration__generalizedAlpha__newmarkGamma=gamma,
    )
    q, v = np.zeros(3), np.array([0, 0.5, 0.2])
    a = np.array([-0.29, -9.81, 0.0])
    known = alpha_steps(
        MASS, rod_force, rod_rates, q, v, a, 0.05, 20, (0, 0, beta, gamma), velocity_level=True
    )
    solution = mass_on_rod(q, v)[0].SolveDynamic(settings_of(20, 1.0, **chosen), solverType=solver)
    found = rows_of(solution)
    assert np.abs(found - known)[1:].max() < 1e-9 * np.abs(known).max()
    assert abs(rod_rows(found[-1, :3], v, 0.0)[0]) > 1e-3
    own = rows_of(
        mass_on_rod(q, v)[0].SolveDynamic(
            settings_of(20, 1.0, compatibility="", **chosen), solverType=solver
        )
    )
    assert abs(rod_rows(own[-1, :3], v, 0.0)[0]) < 1e-5


def test_index_2_needs_newmark():
    settings = settings_of(20, timeIntegration__generalizedAlpha__useIndex2Constraints=True)
    with pytest.raises(exu.SysError, match="useNewmark"):
        mass_on_rod()[0].SolveDynamic(settings)


def test_first_order_coordinates_start_without_rates():
    matrix, right = np.array([[-1.0, 0.3], [0.2, -2.0]]), np.array([0.5, 1.0])
    y, rate, h, known = np.array([1.0, 0.5]), np.zeros(2), 0.1, []
    for _ in range(10):
        known.append(np.concatenate([y, rate]))
        new = np.linalg.solve(np.eye(2) - h / 2 * matrix, y + h / 2 * (rate + right))
        y, rate = new, matrix @ new + right
    ends = {}
    for compatibility in (PROFILE, ""):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(
            NodeGenericODE1(
                referenceCoordinates=[0, 0], initialCoordinates=[1, 0.5], numberOfODE1Coordinates=2
            )
        )
        mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=matrix, rhsVector=right))
        solution = mbs.SolveDynamic(settings_of(10, 1.0, compatibility))
        ends[compatibility] = np.hstack([solution.ode1_coordinates, solution.ode1_velocities])
    assert np.abs(ends[PROFILE][:10] - known).max() < 1e-13
    assert ends[PROFILE][-1, :2] == pytest.approx(y, abs=1e-13)
    assert np.abs(ends[""][-1] - ends[PROFILE][-1]).max() > 1e-3


def two_coordinates():
    """One of them without a mass, held by springs."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0, 0], initialCoordinates=[1, 0.5],
            initialCoordinates_t=[0, 0], numberOfODE2Coordinates=2,
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.diag([1.0, 0.0]), forceVector=[0, 1],
            stiffnessMatrix=[[10, -5], [-5, 8]], dampingMatrix=np.diag([0.1, 0.4]),
        )
    )  # fmt: skip
    return mbs


def test_a_singular_start_has_zero_accelerations():
    stiffness, damping = np.array([[10.0, -5], [-5, 8]]), np.diag([0.1, 0.4])
    known = alpha_steps(
        np.diag([1.0, 0.0]), lambda q, v, t: [0, 1] - stiffness @ q - damping @ v,
        lambda q, v, t: np.zeros(0), np.array([1, 0.5]), np.zeros(2), np.zeros(2), 0.05, 20,
        rho_method(0.9),
    )  # fmt: skip
    with pytest.warns(UserWarning, match="initial accelerations are zero"):
        found = rows_of(two_coordinates().SolveDynamic(settings_of(20, 1.0)), multipliers=False)
    assert np.abs(found - known).max() < 1e-10 * np.abs(known).max()
    with pytest.raises(exu.SysError, match="no mass acts"):
        two_coordinates().SolveDynamic(settings_of(20, 1.0, compatibility=""))


def test_changed_loads_act_without_a_restart():
    def pull(t):
        return np.array([5.0 * (t > 0.2), -19.62, 3 * t])

    q, v = np.zeros(3), np.array([0, 0.5, 0.2])
    a = np.array([-0.29, -9.81, 0.0])
    known = alpha_steps(
        MASS, lambda q, v, t: pull(t), rod_rows, q, v, a, 0.025, 20, rho_method(0.9)
    )
    runs = {}
    for compatibility in (PROFILE, ""):
        mbs, _, _, load = mass_on_rod(q, v)

        def pre_step(mbs, t, load=load):
            mbs.SetLoadParameter(load, "loadVector", pull(t))
            return True

        mbs.SetPreStepUserFunction(pre_step)
        runs[compatibility] = rows_of(mbs.SolveDynamic(settings_of(20, 0.5, compatibility)))
    assert np.abs(runs[PROFILE] - known)[1:].max() < 1e-9 * np.abs(known).max()
    assert np.abs(runs[""] - known)[-1, :3].max() > 1e-5


def test_a_switched_constraint_is_met_by_the_next_step():
    runs, h = {}, 0.0125
    for compatibility in (PROFILE, ""):
        mbs, _, rod, _ = mass_on_rod()

        def pre_step(mbs, t, rod=rod):
            mbs.SetObjectParameter(rod, "activeConnector", bool(t < 0.2 or t > 0.24))
            return True

        mbs.SetPreStepUserFunction(pre_step)
        runs[compatibility] = rows_of(mbs.SolveDynamic(settings_of(40, 0.5, compatibility)))
    found = runs[PROFILE]
    a, alpha = found[0, 6:9], found[0, 6:9]
    alpha_m, alpha_f, beta, gamma = rho_method(0.9)
    for before, after in zip(found[:-1], found[1:], strict=True):
        q, v, a, new = before[:3], before[3:6], before[6:9], after[6:9]
        end = ((1 - alpha_f) * new + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
        moved = q + h * v + h * h * ((0.5 - beta) * alpha + beta * end)
        assert after[:3] == pytest.approx(moved, abs=1e-9)
        assert after[3:6] == pytest.approx(v + h * ((1 - gamma) * alpha + gamma * end), abs=1e-8)
        alpha = end
    assert np.abs(found[:, 9]).max() > 1e3 > np.abs(runs[""][:, 9]).max()


def test_rows_are_due_a_period_after_the_last_ones():
    steps, due, times = 0.5 / 33, 0.025, [0.0]
    for k in range(1, 34):
        if k * steps >= due - 1e-10:
            times.append(k * steps)
            due = max(due + 0.025, k * steps)
    mbs, node, _, _ = mass_on_rod()
    mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position, name="p")
    )
    settings = settings_of(33, 0.5, solutionSettings__sensorsWritePeriod=0.025)
    found = mbs.SolveDynamic(settings).sensor("p")[:, 0]
    assert found == pytest.approx([*times, 0.5] if times[-1] < 0.4999 else times, abs=1e-12)


def test_one_notice_where_progress_is_printed(capsys, monkeypatch):
    monkeypatch.setattr(context, "told", [])
    mass_on_rod()[0].SolveDynamic(settings_of(3, 0.01))
    assert capsys.readouterr().err == ""
    for _ in range(2):
        mass_on_rod()[0].SolveDynamic(settings_of(3, 0.01, timeIntegration__verboseMode=1))
    assert capsys.readouterr().err.count("compatibility = 'exudyn'") == 1
