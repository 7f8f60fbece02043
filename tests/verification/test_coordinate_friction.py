"""Friction and stops of coordinates: gears, stick and slip, stops, against pieces of DOP853."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import linkwork as exu
from linkwork.items import *

from .space_bodies import settings

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Solver = exu.DynamicSolverType


class Slider:
    """A mass on one axis, tied to the ground by a CoordinateSpringDamperExt."""

    def __init__(
        self, velocity=0.0, place=0.0, load=None, data=(0.0, 0.0, 0.0), mass=1.0, **values
    ):
        self.mbs = mbs = exu.SystemContainer().AddSystem()
        self.node = mbs.AddNode(Node1D(initialCoordinates=[place], initialVelocities=[velocity]))
        mbs.AddObject(Mass1D(nodeNumber=self.node, physicsMass=mass))
        fixed = mbs.AddNode(NodePointGround())
        ends = [
            mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
            for n in (fixed, self.node)
        ]
        self.data = -1
        if data is not None:
            self.data = mbs.AddNode(
                NodeGenericData(initialCoordinates=list(data), numberOfDataCoordinates=3)
            )
        self.spring = mbs.AddObject(
            CoordinateSpringDamperExt(markerNumbers=ends, nodeNumber=self.data, **values)
        )
        if load is not None:
            constant = dict(load=load) if not callable(load) else dict(loadUserFunction=load)
            mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], **constant))

    def solve(self, end, steps, solver=Solver.GeneralizedAlpha, period=None, locate=True):
        chosen = settings(end, steps, period)
        chosen.timeIntegration.discontinuous.locateEvents = locate
        return self.mbs.SolveDynamic(chosen, solver)

    @property
    def state(self):
        names = Out.Coordinates, Out.Coordinates_t
        return np.array([self.mbs.GetNodeOutput(self.node, name) for name in names]).ravel()

    def told(self, variable):
        return self.mbs.GetObjectOutput(self.spring, variable)


# ------------------------------------------------------------------------------- gears


def test_factors_make_a_gear():
    """Two masses, 2 q0 and q1/2 in a spring: the exponential of its matrix."""
    mbs = exu.SystemContainer().AddSystem()
    masses, start = (1.0, 2.0), (1.0, -0.5)
    nodes = [mbs.AddNode(Node1D(initialVelocities=[v])) for v in start]
    for node, mass in zip(nodes, masses, strict=True):
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in nodes]
    values = dict(stiffness=30, damping=0.4, offset=0.1, factor0=2, factor1=0.5)
    gear = mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=ends, **values))
    g = np.array([-2.0, 0.5])
    A = np.zeros((5, 5))
    A[:2, 2:4] = np.eye(2)
    for row, mass in enumerate(masses):
        A[2 + row, :2], A[2 + row, 2:4] = -30 * g[row] * g / mass, -0.4 * g[row] * g / mass
        A[2 + row, 4] = 30 * 0.1 * g[row] / mass
    exact = (expm(A) @ [0, 0, *start, 1])[:4]
    force = 30 * (g @ exact[:2] - 0.1) + 0.4 * g @ exact[2:]
    assert exact[:2] == pytest.approx([-0.181772857868, -0.352278392766], abs=1e-11)
    mbs.SolveDynamic(settings(1.0, 2000), Solver.RK44)
    told = [mbs.GetNodeOutput(n, v) for v in (Out.Coordinates, Out.Coordinates_t) for n in nodes]
    assert np.ravel(told) == pytest.approx(exact, abs=1e-10)
    assert mbs.GetObjectOutput(gear, Out.Force) == pytest.approx(force, abs=1e-9)
    assert mbs.GetObjectOutput(gear, Out.Displacement) == pytest.approx(0.187406519354, abs=1e-9)


def test_the_damper_has_a_velocity_offset():
    slider = Slider(velocity=1.0, data=None, damping=2.0, velocityOffset=0.5)
    slider.solve(1.0, 1000, Solver.RK44)
    assert slider.state[1] == pytest.approx(0.5 + 0.5 * math.exp(-2), abs=1e-11)


# ------------------------------------------------------------------------------- friction


FD, FS, KS, DS, VEXP, FV = 2.0, 0.5, 1000.0, 5.0, 0.1, 0.3
DRY = dict(
    fDynamicFriction=FD, fStaticFrictionOffset=FS, stickingStiffness=KS, stickingDamping=DS,
    exponentialDecayStatic=VEXP, fViscousFriction=FV,
)  # fmt: skip


def stribeck(u):
    return FD + FS * math.exp(-u / VEXP) + FV * u


def push(mbs, t, load):
    return 3.5 * math.sin(4.0 * t)


def force_at(t):
    return 3.5 * math.sin(4.0 * t)


def friction_of(mode, q, v, stuck_at):
    """Force of stick (mode 0) or of slip with that sign."""
    if mode == 0:
        return KS * (q - stuck_at) + DS * v
    return mode * (FD + FS * math.exp(-max(mode * v, 0.0) / VEXP) + FV * mode * v)


def stick_slip(end):
    """(q, v, friction, its position, changes) of a mass of 1 kg, by pieces between changes."""
    q = v = stuck_at = t = 0.0
    mode = changes = 0
    while True:

        def rates(t, y, mode=mode, stuck_at=stuck_at):
            return [y[1], force_at(t) - friction_of(mode, *y, stuck_at)]

        def stays(t, y, mode=mode, stuck_at=stuck_at):
            return mode * y[1] if mode else FD + FS - abs(friction_of(0, *y, stuck_at))

        stays.terminal, stays.direction = True, -1
        found = solve_ivp(rates, (t, end), [q, v], "DOP853", rtol=1e-12, atol=1e-13, events=stays)
        (q, v), t = found.y[:, -1], found.t[-1]
        friction = friction_of(mode, q, v, stuck_at)
        if found.status != 1:
            return q, v, friction, q if mode else stuck_at, changes
        changes += 1
        if mode == 0:
            mode = 1 if friction > 0 else -1
        else:
            stuck_at, mode = q - mode * (FD + FS) / KS, 0


@pytest.mark.parametrize(
    ("solver", "steps", "error"),
    [(Solver.RK44, 4000, 1e-8), (Solver.GeneralizedAlpha, 8000, 2e-5), (Solver.DOPRI5, 2000, 1e-6)],
    ids=["RK44", "GeneralizedAlpha", "DOPRI5"],
)
def test_stick_and_slip_follow_the_law(solver, steps, error):
    """A mass that is pushed back and forth sticks and slips in both directions."""
    q, v, friction, stuck_at, changes = stick_slip(4.0)
    assert changes >= 8
    slider = Slider(load=push, **DRY)
    solution = slider.solve(4.0, steps, solver)
    assert solution.statistics.events == changes
    assert slider.state == pytest.approx([q, v], abs=error)
    assert slider.told(Out.Force) == pytest.approx(friction, abs=1e3 * error)
    state, place, stop = slider.mbs.GetNodeOutput(slider.data, Out.Coordinates)
    is_slip = abs(stuck_at - q) < 1e-14
    assert (state, place) == pytest.approx((friction if is_slip else 0.0, stuck_at), abs=10 * error)
    assert stop == 0.0


def test_changes_that_are_located_keep_the_order():
    exact = stick_slip(1.5)[:2]
    errors = []
    for steps in (1500, 3000):
        slider = Slider(load=push, **DRY)
        slider.solve(1.5, steps, Solver.RK44)
        errors.append(np.abs(slider.state - exact).max())
    assert math.log2(errors[0] / errors[1]) > 3.5


def test_without_location_results_converge_too():
    exact = stick_slip(1.5)[:2]
    for solver, steps, error in (
        (Solver.GeneralizedAlpha, 500, 2e-3),
        (Solver.GeneralizedAlpha, 16000, 5e-5),
        (Solver.RK44, 16000, 5e-5),
    ):
        slider = Slider(load=push, **DRY)
        counts = slider.solve(1.5, steps, solver, locate=False).statistics
        assert counts.events == counts.disagreed == 0
        assert slider.state == pytest.approx(exact, abs=error)


def test_stops_without_location_converge_too():
    """Without dampers: their forces jump, and a step may contradict both contact and no contact."""
    ends = []
    for locate in (True, False):
        slider = Slider(velocity=1.0, **STOPS | dict(limitStopsDamping=0.0))
        counts = slider.solve(3.0, 30000, locate=locate).statistics
        assert (counts.events > 0) == locate and counts.disagreed == 0
        ends.append(slider.state)
    assert ends[0] == pytest.approx(ends[1], abs=1e-4)


def test_a_sliding_mass_stops_and_sticks():
    """It oscillates on the stiffness of stick, which is damped, around no force at all."""
    slider = Slider(velocity=1.0, data=(stribeck(1.0), 0.0, 0.0), **DRY)
    solution = slider.solve(4.0, 4000, period=0.0)
    assert solution.statistics.events >= 1
    state, place, _ = solution.data_coordinates[-1]
    assert state == 0.0 and abs(slider.state[1]) < 1e-3
    assert slider.state[0] == pytest.approx(place, abs=1e-4)
    slip = solution.data_coordinates[1]
    assert slip[0] == pytest.approx(stribeck(solution.velocities[1, 0]), rel=1e-12)
    assert slip[1] == solution.coordinates[1, 0]


def test_data_tell_where_the_friction_sticks_at_the_start():
    held = Slider(place=0.3, data=(0.0, 0.3 - 1.0 / KS, 0.0), load=1.0, **DRY)
    held.solve(1.0, 100)
    assert held.state == pytest.approx([0.3, 0.0], abs=1e-12)
    assert held.told(Out.Force) == pytest.approx(1.0, rel=1e-9)


def test_regularized_friction_follows_the_law():
    zone = 0.05

    def friction(v):
        u = abs(v) - zone
        return (FD + FS) * v / zone if u <= 0 else math.copysign(stribeck(u), v)

    def rates(t, y):
        return [y[1], force_at(t) - friction(y[1])]

    exact = solve_ivp(rates, (0, 2.0), [0.0, 1.0], "LSODA", rtol=1e-11, atol=1e-12, max_step=1e-3)
    values = {name: DRY[name] for name in DRY if not name.startswith("sticking")}
    slider = Slider(velocity=1.0, data=None, load=push, frictionProportionalZone=zone, **values)
    solution = slider.solve(2.0, 4000, Solver.RK44)
    assert slider.state == pytest.approx(exact.y[:, -1], abs=2e-8)
    assert solution.statistics.events >= 4


def test_viscous_friction_alone_is_a_damper():
    slider = Slider(velocity=1.0, data=None, fViscousFriction=2.0)
    slider.solve(1.0, 400, Solver.RK44)
    assert slider.state[1] == pytest.approx(math.exp(-2), abs=1e-9)


# ------------------------------------------------------------------------------- stops


STOPS = dict(
    useLimitStops=True, limitStopsUpper=0.2, limitStopsLower=-0.1, limitStopsStiffness=1000.0,
    limitStopsDamping=8.0,
)  # fmt: skip


def bounced(end, clamp):
    """(q, v) of a mass of 1 kg that starts at 0 with 1 m/s, and its bounces."""
    q, v, t, bounces = 0.0, 1.0, 0.0, 0
    while True:
        limit = 0.2 if v > 0 else -0.1
        t_hit = t + (limit - q) / v
        if t_hit > end:
            return q + v * (end - t), v, bounces
        side = 1.0 if v > 0 else -1.0

        def rates(t, y, limit=limit, side=side):
            f = 1000 * (y[0] - limit) + 8 * y[1]
            return [y[1], -(side * max(side * f, 0.0) if clamp else f)]

        def leaves(t, y, limit=limit, side=side):
            if clamp:
                return side * (1000 * (y[0] - limit) + 8 * y[1]) if side * y[1] < 0 else 1.0
            return side * (y[0] - limit) + (1e-30 if side * y[1] > 0 else 0.0)

        leaves.terminal, leaves.direction = True, -1
        found = solve_ivp(
            rates, (t_hit, end), [limit, v], "DOP853", rtol=1e-12, atol=1e-14, events=leaves
        )
        (q, v), t = found.y[:, -1], found.t[-1]
        bounces += 1
        if found.status != 1:
            return q, v, bounces


@pytest.mark.parametrize("clamp", [False, True], ids=["documented", "without adhesion"])
@pytest.mark.parametrize(
    ("solver", "steps", "error"),
    [(Solver.RK44, 4000, 1e-9), (Solver.GeneralizedAlpha, 8000, 1e-5)],
    ids=["RK44", "GeneralizedAlpha"],
)
def test_stops_throw_the_mass_back(solver, steps, error, clamp):
    q, v, bounces = bounced(3.0, clamp)
    assert bounces >= 4 and abs(v) < 0.5
    slider = Slider(velocity=1.0, noAdhesion=clamp, **STOPS)
    solution = slider.solve(3.0, 2 * steps, solver)
    assert slider.state == pytest.approx([q, v], abs=error)
    assert solution.statistics.events >= 2 * bounces - 1


def test_data_hold_the_distance_beyond_a_stop():
    slider = Slider(velocity=1.0, **STOPS)
    solution = slider.solve(1.5, 1500, period=0.0)
    q, beyond = solution.coordinates[:, 0], solution.data_coordinates[:, 2]
    wanted = np.where(q > 0.2, q - 0.2, np.where(q < -0.1, q + 0.1, 0.0))
    assert beyond[1:] == pytest.approx(wanted[1:], abs=1e-12)
    assert beyond.max() > 0.01 and beyond.min() < -0.01


def test_a_load_rests_on_a_stop():
    """From contact on, or from a free place, where something else must hold the mass at first."""
    chosen = exu.SimulationSettings()
    chosen.staticSolver.numberOfLoadSteps = 10
    for place, stabilizer in ((0.21, 0.0), (0.0, 1.0)):
        slider = Slider(load=5.0, place=place, **STOPS)
        chosen.staticSolver.stabilizerODE2term = stabilizer
        slider.mbs.SolveStatic(chosen)
        assert slider.state[0] == pytest.approx(0.2 + 5.0 / 1000.0, rel=1e-9)
    with pytest.raises(exu.SysError, match="nothing holds coordinate 0"):
        Slider(load=5.0, **STOPS).mbs.SolveStatic()


# ------------------------------------------------------------------------------- statics


def test_statics_know_stick_and_slip():
    """Loads beyond the friction stretch the spring; after unloading a part of it remains."""
    spring = 100.0
    slider = Slider(stiffness=spring, load=5.0, **DRY)
    load = 0
    chosen = exu.SimulationSettings()
    chosen.staticSolver.numberOfLoadSteps = 20
    chosen.staticSolver.verboseMode = 0
    slider.mbs.SolveStatic(chosen, updateInitialValues=True)
    assert slider.state[0] == pytest.approx((5.0 - FD - FS) / spring, rel=1e-9)
    chosen.staticSolver.useLoadFactor = False
    slider.mbs.SetLoadParameter(load, "load", 1.0)
    slider.mbs.SolveStatic(chosen, updateInitialValues=True)
    q = (5.0 - FD - FS) / spring
    stuck_at = q - (FD + FS) / KS
    assert slider.state[0] == pytest.approx((1.0 + KS * stuck_at) / (spring + KS), rel=1e-9)


# ------------------------------------------------------------------------------- energy


@pytest.mark.parametrize(
    ("values", "form"),
    [
        (dict(load=push, **DRY), "work"),
        (dict(velocity=1.0, **STOPS), "dissipated"),
        (dict(velocity=1.0, noAdhesion=True, **STOPS), "dissipated"),
        (dict(velocity=1.0, load=push, fDynamicFriction=2.0, frictionProportionalZone=0.05),
         "dissipated"),
        (dict(velocity=1.0, stiffness=50.0, damping=1.0, velocityOffset=0.3), "work"),
    ],
    ids=["stick and slip", "stops", "stops without adhesion", "regularized", "driven"],
)  # fmt: skip
def test_the_energy_balance_closes(values, form):
    energy = Slider(**values).solve(1.5, 3000, Solver.RK44, period=0.0).energy()
    assert "CoordinateSpringDamperExt" in energy.parts[form]
    lost = energy.parts[form]["CoordinateSpringDamperExt"]
    assert energy.error < 1e-8 and np.abs(lost).max() > 0.01


# ------------------------------------------------------------------------------- functions, errors


def test_a_user_function_replaces_the_whole_law():
    calls = []

    def law(mbs, t, itemNumber, q, v, k, d, x_off, v_off, fd, fs, v_exp, fv, v_r):
        calls.append((itemNumber, q, v, k, d, x_off, v_off, fd, fs, v_exp, fv, v_r))
        return 7.0

    given = dict(stiffness=3.0, damping=4.0, offset=0.1, velocityOffset=0.2, factor1=2.0)
    slider = Slider(velocity=1.0, place=0.3, springForceUserFunction=law, **given, **DRY, **STOPS)
    slider.mbs.Assemble()
    assert slider.told(Out.Force) == 7.0
    assert calls[-1] == (slider.spring, 0.6, 2.0, 3, 4, 0.1, 0.2, FD, FS, VEXP, FV, 0.0)


def test_data_are_kept_beside_a_user_function():
    def law(mbs, t, itemNumber, q, v, k, d, x_off, v_off, fd, fs, v_exp, fv, v_r):
        return 0.0

    slider = Slider(velocity=1.0, place=0.3, springForceUserFunction=law, **DRY, **STOPS)
    slider.solve(0.1, 2)
    state, place, stop = slider.mbs.GetNodeOutput(slider.data, Out.Coordinates)
    assert (state, place, stop) == pytest.approx((stribeck(1.0), 0.4, 0.2), rel=1e-12)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (dict(data=None, **DRY), "friction without frictionProportionalZone needs a nodeNumber"),
        (dict(data=None, **STOPS), "useLimitStops needs a nodeNumber"),
        (dict(fDynamicFriction=1.0), "stickingStiffness k_s must be > 0 N/m"),
        (STOPS | dict(limitStopsLower=0.3), "limitStopsLower s_lo must not be above"),
    ],
    ids=["friction", "stops", "stiffness", "order"],
)
def test_what_is_missing_is_named(values, text):
    with pytest.raises(exu.ParameterError, match=text):
        Slider(**values).mbs.Assemble()


def test_a_node_with_too_few_data_coordinates_is_refused():
    slider = Slider(**DRY)
    few = slider.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2))
    slider.mbs.SetObjectParameter(slider.spring, "nodeNumber", few)
    with pytest.raises(exu.ParameterError, match=r"3 data coordinates.*GenericData.* with 2; add"):
        slider.mbs.Assemble()
