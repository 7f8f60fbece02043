"""Steps with `compatibility = "exudyn"`: reductions, recovery, switching; and matrices of modes.

References are written out here. The same models agree with Exudyn 1.11.0 to the tolerance of its
iterations, 1e-10, in all rows.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .compatible import mass_on_rod, rho_method, rows_of, settings_of, slope

pytestmark = pytest.mark.processors


def run_with_post_newton(function, settings):
    """A mass that falls against 7 N times the first data coordinate: (solution, data)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[0, -1, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    mbs.AddNode(NodeGenericData(initialCoordinates=[0], numberOfDataCoordinates=1))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))

    def load(mbs, t, vector):
        return [0, -19.62 + 7 * mbs.systemData.GetDataCoordinates()[0], 0]

    mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=load))
    mbs.SetPostNewtonUserFunction(function)
    return mbs.SolveDynamic(settings)


def test_steps_are_reduced_and_recover():
    told = []

    def post_newton(mbs, t):
        if t > 0.2 and not told:
            told.append(t)
            return [10.0, 0.012]
        if t > 1.1 and len(told) == 1:
            told.append(t)
            return [10.0, 0.07]
        return [0.0, 0.001]  # recommended, but not asked for: there is no error

    mbs, _, _, _ = mass_on_rod()
    mbs.SetPostNewtonUserFunction(post_newton)
    settings = settings_of(20, 1.5, timeIntegration__adaptiveStepRecoveryIterations=50)
    solution = mbs.SolveDynamic(settings)
    sizes = [0.075] * 2 + [0.012] * 10 + [0.024] * 10 + [0.048] * 10 + [0.075] + [0.05625] * 7
    assert np.diff(solution.times) == pytest.approx([*sizes, 0.04125], abs=1e-12)
    found = rows_of(solution)
    alpha_m, alpha_f, beta, gamma = rho_method(0.9)
    alpha = found[0, 6:9]
    for h, before, after in zip(np.diff(solution.times), found[:-1], found[1:], strict=True):
        q, v, a, new = before[:3], before[3:6], before[6:9], after[6:9]
        end = ((1 - alpha_f) * new + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
        moved = q + h * v + h * h * ((0.5 - beta) * alpha + beta * end)
        assert after[:3] == pytest.approx(moved, abs=1e-10)
        assert after[3:6] == pytest.approx(v + h * ((1 - gamma) * alpha + gamma * end), abs=1e-9)
        alpha = end


def test_data_after_the_last_switch_are_kept():
    def post_newton(mbs, t):
        data = mbs.systemData.GetDataCoordinates()
        mbs.systemData.SetDataCoordinates(data + 1)
        return [10.0, -1.0]

    with pytest.warns(UserWarning, match="accepted although items switched"):
        solution = run_with_post_newton(post_newton, settings_of(10))
    data = 5.0 * np.arange(11)
    assert solution.data_coordinates[:, 0] == pytest.approx(data)
    # the last of five solutions has the data after four switches
    assert solution.accelerations[1:, 1] == pytest.approx((7 * (data[1:] - 1) - 19.62) / 2)


def test_errors_are_forces():
    def post_newton(mbs, t):
        data = mbs.systemData.GetDataCoordinates()
        mbs.systemData.SetDataCoordinates(data + 0.1)
        return [0.5, -1.0]

    solution = run_with_post_newton(post_newton, settings_of(10))
    assert solution.data_coordinates[:, 0] == pytest.approx(0.1 * np.arange(11))
    settings = settings_of(10, timeIntegration__discontinuous__iterationTolerance=0.4)
    with pytest.warns(UserWarning, match="accepted although items switched"):
        strict = run_with_post_newton(post_newton, settings)
    assert strict.data_coordinates[:, 0] == pytest.approx(0.5 * np.arange(11))


def stopped_mass(**law):
    """A mass on a spring with friction or stops."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        Node1D(referenceCoordinates=[0], initialCoordinates=[0.2], initialVelocities=[1])
    )
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.5))
    fixed = mbs.AddNode(NodePointGround())
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[0] * 3, numberOfDataCoordinates=3))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (fixed, node)]
    mbs.AddObject(
        CoordinateSpringDamperExt(
            markerNumbers=ends, nodeNumber=data, stiffness=80, damping=0.2, **law
        )
    )
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=4))
    return mbs


def alpha_of_one(force, q, v, h, steps, contact=None):
    """q, v, a of generalized-alpha for 1.5 kg; contact(q) -- state that is frozen in iterations."""
    alpha_m, alpha_f, beta, gamma = rho_method(0.9)
    state = contact(q) if contact else 0
    a = alpha = force(q, v, state) / 1.5
    found = [[q, v, a]]
    for _ in range(steps):
        for _ in range(5):
            new = a
            for _ in range(60):

                def moved(x, q=q, v=v, a=a, alpha=alpha):
                    end = ((1 - alpha_f) * x + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
                    return (
                        q + h * v + h * h * ((0.5 - beta) * alpha + beta * end),
                        v + h * ((1 - gamma) * alpha + gamma * end),
                        end,
                    )

                def rest(x, moved=moved, state=state):
                    return x - force(*moved(x)[:2], state) / 1.5

                change = rest(new) / ((rest(new + 1e-5) - rest(new - 1e-5)) / 2e-5)
                new -= change
            end = moved(new)
            if contact is None or contact(end[0]) == state:
                break
            state = contact(end[0])
        (q, v, alpha), a = end, new
        found.append([q, v, a])
    return np.array(found)


def test_stops_switch_after_the_iterations_of_a_step():
    def contact(q):
        return (q > 0.25) - (q < -0.1)

    def force(q, v, state):
        stop = 0.25 if state > 0 else -0.1
        return 4 - 80 * q - 0.2 * v - abs(state) * (1e4 * (q - stop) + 5 * v)

    law = dict(
        useLimitStops=True, limitStopsLower=-0.1, limitStopsUpper=0.25, limitStopsStiffness=1e4,
        limitStopsDamping=5,
    )  # fmt: skip
    known = alpha_of_one(force, 0.2, 1.0, 0.01, 200, contact)
    found = rows_of(stopped_mass(**law).SolveDynamic(settings_of(200, 2.0)), False)
    assert np.abs(found - known).max(axis=0) == pytest.approx([0, 0, 0], abs=1e-9)
    own = stopped_mass(**law).SolveDynamic(settings_of(200, 2.0, ""))
    assert len(own.times) > 201


def test_regularized_friction_follows_the_state_within_a_step():
    def force(q, v, state):
        friction = 2.5 * v / 0.01
        if abs(v) > 0.01:
            friction = np.sign(v) * (2 + 0.5 * np.exp((0.01 - abs(v)) / 1e-3))
        return 4 - 80 * q - 0.2 * v - friction

    law = dict(fDynamicFriction=2, fStaticFrictionOffset=0.5, frictionProportionalZone=0.01)
    found = rows_of(stopped_mass(**law).SolveDynamic(settings_of(200, 2.0)), False)
    alpha_m, alpha_f, beta, gamma = rho_method(0.9)
    alpha = found[0, 2]
    for (q, v, a), after in zip(found[:-1], found[1:], strict=True):
        end = ((1 - alpha_f) * after[2] + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
        assert after[0] == pytest.approx(q + 0.01 * v + 1e-4 * ((0.5 - beta) * alpha + beta * end))
        assert 1.5 * after[2] == pytest.approx(force(*after[:2], 0), abs=1e-7)
        alpha = end


def test_stick_and_slip_follow_their_data():
    f_d, f_so, k_s, d_s, v_exp, f_v = 3.0, 1.0, 1e4, 20.0, 0.1, 0.3
    law = dict(
        fDynamicFriction=f_d, fStaticFrictionOffset=f_so, stickingStiffness=k_s,
        stickingDamping=d_s, exponentialDecayStatic=v_exp, fViscousFriction=f_v,
    )  # fmt: skip

    def slip(sign, v):
        return sign * (f_d + f_so * np.exp(-abs(v) / v_exp) + f_v * abs(v))

    def friction(q, v, data):
        return k_s * (q - data[1]) + d_s * v if data[0] == 0 else slip(np.sign(data[0]), v)

    def judged(q, v, data, start):
        """New data, and whether they contradict the old ones by more than 1 N."""
        if data[0] == 0 and abs(friction(q, v, data)) > f_d + f_so:
            new = slip(np.sign(v), v), q
            return new, abs(friction(q, v, new) - friction(q, v, data)) > 1
        if data[0] == 0:
            return data, False
        if np.sign(data[0]) * v < 0:
            return (0.0, q - (start[0] - d_s * v) / k_s), True
        return (slip(np.sign(data[0]), v), q), False

    alpha_m, alpha_f, beta, gamma = rho_method(0.9)
    h, q, v, data = 0.01, 0.2, 1.0, (0.0, 0.0)
    a = alpha = (4 - 80 * q - 0.2 * v - friction(q, v, data)) / 1.5
    known = [[q, v, a, *data]]
    for _ in range(200):
        start = data
        for _ in range(5):
            new = a
            for _ in range(40):
                end = ((1 - alpha_f) * new + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
                q1 = q + h * v + h * h * ((0.5 - beta) * alpha + beta * end)
                v1 = v + h * ((1 - gamma) * alpha + gamma * end)
                share = (1 - alpha_f) / (1 - alpha_m)
                by_q, by_v = 80 + (k_s if data[0] == 0 else 0), 0.2 + (d_s if data[0] == 0 else 0)
                rest = 1.5 * new - (4 - 80 * q1 - 0.2 * v1 - friction(q1, v1, data))
                new -= rest / (1.5 + share * h * (h * beta * by_q + gamma * by_v))
            data, again = judged(q1, v1, data, start)
            if not again:
                break
        q, v, a, alpha = q1, v1, new, end
        known.append([q, v, a, *data])
    solution = stopped_mass(**law).SolveDynamic(settings_of(200, 2.0))
    found = np.hstack([rows_of(solution, False), solution.data_coordinates[:, :2]])
    assert np.abs(found - known).max(axis=0) == pytest.approx(np.zeros(5), abs=1e-7)
    assert {tuple(row) for row in np.sign(found[:, 3:4])} == {(-1.0,), (0.0,), (1.0,)}


def body_on_springs(rod):
    """A body in the plane with loads, held by springs and perhaps a rod."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 0, 0.3]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=2, physicsInertia=0.3))
    ground = mbs.AddObject(ObjectGround())
    fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0.1, 0.2, 0]))
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=place))
        for place in ([-0.3, 0.1, 0], [0.4, -0.2, 0])
    ]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=[fixed, ends[0]], stiffness=[200, 150, 100]))
    mbs.AddObject(SpringDamper(markerNumbers=[fixed, ends[1]], stiffness=30, referenceLength=0.2))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[10, -40, 0]))
    mbs.AddLoad(Force(markerNumber=ends[0], loadVector=[10, -40, 0], bodyFixed=True))
    mbs.AddLoad(
        Force(markerNumber=ends[0], loadVectorUserFunction=lambda mbs, t, vector: [5, 7, 0])
    )
    if rod:
        mbs.CreateDistanceConstraint(
            bodyNumbers=[ground, body], localPosition0=[0, 0, 0], localPosition1=[0.4, -0.2, 0]
        )
    return mbs


def spring_forces(x):
    """Generalized forces of both springs; x -- position and angle."""
    c, s = np.cos(x[2]), np.sin(x[2])
    total = np.zeros(3)
    for place, law in (
        ([-0.3, 0.1], lambda d: -np.array([200, 150]) * d),
        ([0.4, -0.2], lambda d: -30 * (np.linalg.norm(d) - 0.2) * d / np.linalg.norm(d)),
    ):
        arm = np.array([c * place[0] - s * place[1], s * place[0] + c * place[1]])
        force = law(x[:2] + arm - [0.1, 0.2])
        total += [*force, arm[0] * force[1] - arm[1] * force[0]]
    return total


@pytest.mark.parametrize("rod", [False, True])
def test_stiffness_has_no_part_of_loads_and_constraint_forces(rod):
    mbs = body_on_springs(rod)
    known = -slope(spring_forces, np.array([0.5, 0, 0.3]))
    found = mbs.ComputeLinearizedSystem(settings_of(1))[1]
    assert found == pytest.approx(known, abs=1e-7)
    own = mbs.ComputeLinearizedSystem(settings_of(1, compatibility=""))[1]
    assert np.abs(own - known).max() > 1
    assert mbs.ComputeLinearizedSystem(settings_of(1))[1] == pytest.approx(found)
    if not rod:
        values = mbs.ComputeODE2Eigenvalues(settings_of(1))[0]
        expected = np.linalg.eigvals(np.linalg.solve(np.diag([2, 2, 0.3]), known))
        assert values == pytest.approx(np.sort(expected), rel=1e-8)
