"""Hydraulic actuators: closed forms, an independent integration, oil balance, statics, modes."""

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
OIL = dict(
    offsetLength=1.0, strokeLength=0.5, chamberCrossSection0=2e-3, chamberCrossSection1=1e-3,
    hoseVolume0=1e-3, hoseVolume1=8e-4, oilBulkModulus=1.2e9, nominalFlow=2e-7,
    systemPressure=1.4e7, tankPressure=1e5,
)  # fmt: skip
OPEN = dict(actuatorDamping=500.0, valveOpening0=1.0, valveOpening1=-1.0)
MASS, START = 200.0, (2e6, 4e6)


class Cylinder:
    """A mass on an actuator along x."""

    def __init__(self, v: float = 0.0, pressures: Any = START, load: float = 0.0, **values: Any):
        mbs = self.mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround())
        self.node = mbs.AddNode(
            NodePoint2D(referenceCoordinates=[1.2, 0], initialVelocities=[v, 0])
        )
        body = mbs.AddObject(MassPoint2D(physicsMass=MASS, nodeNumber=self.node))
        zero = mbs.AddNode(NodePointGround())
        held = [
            mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=1))
            for number in (zero, self.node)
        ]
        mbs.AddObject(CoordinateConstraint(markerNumbers=held))
        self.oil = mbs.AddNode(
            NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=pressures)
        )
        self.ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
        self.actuator = mbs.AddObject(
            HydraulicActuatorSimple(
                markerNumbers=self.ends,
                nodeNumbers=[self.oil],
                name="actuator",
                **{**OIL, **values},
            )
        )
        if load:
            mbs.AddLoad(Force(markerNumber=self.ends[1], loadVector=[load, 0, 0]))
        mbs.Assemble()

    def run(self, duration: float, steps: int, solver: str = "RK67", **options: Any) -> "Cylinder":
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.endTime, time.numberOfSteps = duration, steps
        time.generalizedAlpha.spectralRadius = 1.0
        time.generalizedAlpha.useIndex2Constraints = True
        time.newton.relativeTolerance = time.newton.absoluteTolerance = 1e-11
        time.newton.useModifiedNewton = options.pop("modified", False)
        kind = getattr(exu.DynamicSolverType, solver)
        self.mbs.SolveDynamic(settings, solverType=kind, **options)
        return self

    def statics(self, hold: bool, **options: Any) -> "Cylinder":
        settings = exu.SimulationSettings()
        settings.staticSolver.constrainODE1coordinates = hold
        self.mbs.SolveStatic(settings, updateInitialValues=True, **options)
        return self

    @property
    def state(self) -> np.ndarray:
        """Position, velocity, pressures."""
        mbs = self.mbs
        motion = [mbs.GetNodeOutput(self.node, each)[0] for each in (Out.Position, Out.Velocity)]
        return np.array([*motion, *mbs.GetNodeOutput(self.oil, Out.Coordinates)])

    def output(self, variable: Any) -> Any:
        return self.mbs.GetObjectOutput(self.actuator, variable)


def capacities(s: float, changes: bool, K_cyl: float = 0.0, K_hose: float = 0.0):
    """V_k / K_k of the chambers, written as documented: volumes and effective moduli."""
    A, V_h, L_s, K = (2e-3, 1e-3), (1e-3, 8e-4), 0.5, 1.2e9
    if not changes:
        return V_h[0] / K, V_h[1] / K
    found = []
    for k, way in enumerate((s, L_s - s)):
        V = V_h[k] + A[k] * way
        inverse = 1 / K + ((V - V_h[k]) / (V * K_cyl) if K_cyl else 0.0)
        inverse += V_h[k] / (V * K_hose) if K_hose else 0.0
        found.append(V * inverse)
    return tuple(found)


def integrated(duration: float, changes: bool, K_cyl: float = 0.0, K_hose: float = 0.0):
    """The open valves of `Cylinder` by another method."""
    Q, p_s, p_t = 2e-7, 1.4e7, 1e5

    def rates(t, z):
        x, v, p0, p1 = z
        C0, C1 = capacities(x - 1.0, changes, K_cyl, K_hose)
        q0 = Q * math.copysign(math.sqrt(abs(p_s - p0)), p_s - p0)
        q1 = -Q * math.copysign(math.sqrt(abs(p1 - p_t)), p1 - p_t)
        f = -p0 * 2e-3 + p1 * 1e-3 + 500.0 * v
        return [v, -f / MASS, (q0 - 2e-3 * v) / C0, (q1 + 1e-3 * v) / C1]

    start = [1.2, 0.0, *START]
    return solve_ivp(rates, (0, duration), start, "DOP853", rtol=1e-12, atol=1e-9).y[:, -1]


def test_closed_valves_are_an_oil_spring():
    """omega^2 = (K A0^2/V0 + K A1^2/V1)/m; the case hydraulic_closed_valves."""
    found = Cylinder(v=0.1).run(0.1, 1000)
    expected = [1.19949752549, 0.0452422389771, 3205938.81389, 3246288.24132]
    assert found.state == pytest.approx(expected, rel=2e-11)
    assert found.output(Out.Force) == pytest.approx([-3165.58938645, 0, 0], rel=1e-10)
    assert found.output(Out.ForceLocal) == pytest.approx(-3165.58938645, rel=1e-10)
    assert found.output(Out.VelocityLocal) == pytest.approx(0.0452422389771, rel=1e-10)


def test_a_valve_step():
    """The case hydraulic_step_valve."""
    found = Cylinder(**OPEN).run(0.5, 5000)
    expected = [1.37501777399, 0.35102515239, 1677989.075, 3180503.85712]
    assert found.state == pytest.approx(expected, rel=1e-10)


def test_volumes_that_change_and_moduli_of_cylinder_and_hoses():
    moduli = dict(cylinderBulkModulus=3e10, hoseBulkModulus=5e9)
    found = Cylinder(useChamberVolumeChange=True, **moduli, **OPEN).run(0.3, 3000)
    assert found.state == pytest.approx(integrated(0.3, True, 3e10, 5e9), rel=1e-9)
    plain = Cylinder(useChamberVolumeChange=True, **OPEN).run(0.3, 3000)
    assert plain.state == pytest.approx(integrated(0.3, True), rel=1e-9)
    assert abs(plain.state[2] / found.state[2] - 1) > 1e-3


@pytest.mark.parametrize("values", [dict(v=0.1), OPEN], ids=["closed", "open"])
def test_implicit_steps_have_order_two(values):
    exact = Cylinder(**values).run(0.1, 1000).state
    coarse, fine = (
        Cylinder(**values).run(0.1, steps, "GeneralizedAlpha").state - exact
        for steps in (500, 1000)
    )
    assert np.abs(coarse / fine - 4.0).max() < 0.15


def test_oil_is_neither_lost_nor_made():
    """The oil that flows in is the volume that the piston frees, and what is compressed."""
    found = Cylinder(useChamberVolumeChange=False, **OPEN)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.2, 4000
    settings.solutionSettings.solutionWritePeriod = 5e-5
    found.mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    solution = found.mbs.solution
    p, x = solution.ode1_coordinates, solution.coordinates[:, 0]
    flow = np.column_stack([np.sqrt(1.4e7 - p[:, 0]), -np.sqrt(p[:, 1] - 1e5)]) * 2e-7
    came = np.trapezoid(flow, solution.times, axis=0)
    freed = np.array([2e-3, -1e-3]) * (x[-1] - x[0])
    pressed = np.array([1e-3, 8e-4]) / 1.2e9 * (p[-1] - p[0])
    assert came == pytest.approx(freed + pressed, rel=1e-6)


def test_valves_may_move_in_every_step_without_restarts():
    """A valve that opens slowly by a pre-step function; the error has order two."""

    def opened(steps):
        found = Cylinder(actuatorDamping=500.0)

        def move(mbs, t):
            for k, sign in ((0, 1.0), (1, -1.0)):
                mbs.SetObjectParameter(found.actuator, f"valveOpening{k}", sign * t)
            return True

        found.mbs.SetPreStepUserFunction(move)
        found.run(0.2, steps, "GeneralizedAlpha", modified=True)
        return found.state, found.mbs.solution.statistics

    (coarse, _), (middle, count), (fine, _) = (opened(steps) for steps in (500, 1000, 2000))
    assert 3.0 < np.linalg.norm(coarse - middle) / np.linalg.norm(middle - fine) < 5.0
    assert count.newton_iterations < 2.5 * 1000 and count.factorizations < 100


def test_an_inactive_actuator_holds_its_pressures():
    found = Cylinder(v=0.1, activeConnector=False, **OPEN).run(0.1, 100, "GeneralizedAlpha")
    assert found.state == pytest.approx([1.21, 0.1, *START], rel=1e-12)
    assert not np.any(found.output(Out.Force))


def test_pressure_that_reaches_that_of_the_system():
    """A blocked piston: the difference ends at zero, where the flow has no slope."""
    for solver in ("GeneralizedAlpha", "TrapezoidalIndex2"):
        found = Cylinder(valveOpening0=1.0, valveOpening1=1.0, pressures=[1.3e7, 1.35e7])
        held = [
            found.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0))
            for number in (1, found.node)
        ]
        found.mbs.AddObject(CoordinateConstraint(markerNumbers=held))
        found.mbs.Assemble()
        found.run(0.5, 500, solver)
        assert found.state[2:] == pytest.approx([1.4e7, 1.4e7], rel=1e-6)


def test_statics_with_held_pressures_find_the_place_of_the_mass():
    """A spring beside the actuator carries what the pressures do not."""
    found = Cylinder(load=1000.0, **OPEN)
    spring = dict(stiffness=1e5, referenceLength=1.2)
    found.mbs.AddObject(SpringDamper(markerNumbers=found.ends, **spring))
    found.mbs.Assemble()
    found.statics(hold=True)
    push = 2e6 * 2e-3 - 4e6 * 1e-3
    assert found.state == pytest.approx([1.2 + (1000 + push) / 1e5, 0, *START], rel=1e-12)


def test_statics_with_open_valves_find_the_pressures_too():
    """Both chambers at the pressure of the pump push the piston out against a spring."""
    found = Cylinder(valveOpening0=1.0, valveOpening1=-0.5)
    found.mbs.AddObject(SpringDamper(markerNumbers=found.ends, stiffness=2e5, referenceLength=1.2))
    found.mbs.Assemble()
    found.statics(hold=False)
    expected = 1.2 + (1.4e7 * 2e-3 - 1e5 * 1e-3) / 2e5
    assert found.state == pytest.approx([expected, 0, 1.4e7, 1e5], rel=1e-9)


def test_statics_with_closed_valves_ask_to_hold_the_pressures():
    found = Cylinder(load=1000.0)
    with pytest.raises(exu.SolverError, match="constrainODE1coordinates"):
        found.statics(hold=False)


def test_a_static_start_leaves_the_actuator_at_rest():
    """Hold the length, read the force, give the pressures, let go: nothing moves."""
    found = Cylinder(load=-5000.0, pressures=[1e6, 1e6])
    mbs = found.mbs
    held = mbs.AddObject(DistanceConstraint(markerNumbers=found.ends, distance=1.2))
    mbs.Assemble()
    found.statics(hold=True)
    force = mbs.GetObjectOutput(held, Out.Force)  # tension: the load and the pressures press
    assert force == pytest.approx(-5000.0 + 1e6 * (2e-3 - 1e-3), rel=1e-10)
    mbs.SetObjectParameter(held, "activeConnector", False)
    first = mbs.systemData.GetNodeLTGODE1(found.oil)[0]
    initial = exu.ConfigurationType.Initial
    y = mbs.systemData.GetODE1Coordinates(initial)
    y[first] -= force / 2e-3
    mbs.systemData.SetODE1Coordinates(y, initial)
    found.run(0.1, 200, "GeneralizedAlpha")
    assert found.state == pytest.approx([1.2, 0, 3e6, 1e6], rel=1e-10, abs=1e-10)


def test_natural_frequency_of_the_oil():
    found = Cylinder(pressures=[2e6, 4e6])
    modes = found.mbs.ComputeModes(damped=True)
    assert np.abs(np.imag(modes.eigenvalues)).max() == pytest.approx(177.482393493, rel=1e-8)


def test_work_of_the_oil_in_the_energy_account():
    found = Cylinder(**OPEN).run(0.2, 2000)
    energies = found.mbs.solution.energy()
    assert not energies.missing and energies.error < 1e-6 * energies.work.max()


def test_a_stroke_beyond_the_cylinder_is_reported_once():
    with pytest.warns(UserWarning, match="stroke was from 0.2.* to 0.55") as caught:
        Cylinder(**OPEN).run(1.0, 1000)
    assert sum("stroke" in str(each.message) for each in caught) == 1


def test_a_chamber_without_volume_is_an_error_that_names_the_actuator():
    found = Cylinder(useChamberVolumeChange=True, hoseVolume1=1e-5, **OPEN)
    with pytest.raises(exu.SolverError, match="HydraulicActuatorSimple.*no volume left"):
        found.run(2.0, 4000, "GeneralizedAlpha")


def test_the_node_must_have_two_pressures():
    found = Cylinder()
    other = found.mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=3))
    with pytest.raises(exu.ParameterError, match="NodeGenericODE1 with two coordinates"):
        found.mbs.AddObject(
            HydraulicActuatorSimple(markerNumbers=found.ends, nodeNumbers=[other], **OIL)
        )


def test_derivatives_of_a_run_by_parameters():
    names = ["actuator.chamberCrossSection0", "actuator.hoseVolume1", "actuator.nominalFlow"]
    for solver in ("GeneralizedAlpha", "RK44"):
        run = Cylinder(**OPEN).run(0.05, 200, solver, sensitivities=names)
        for name in names:
            key = name.split(".")[1]
            sides = []
            for sign in (1.0, -1.0):
                value = OIL[key] * (1.0 + 1e-5 * sign)
                sides.append(Cylinder(**OPEN, **{key: value}).run(0.05, 200, solver).state)
            wanted = (sides[0] - sides[1]) / (2e-5 * OIL[key])
            slopes = run.mbs.solution.sensitivity(name)
            motion = slopes.coordinates[-1, 0], slopes.velocities[-1, 0]
            assert [*motion, *slopes.ode1_coordinates[-1]] == pytest.approx(wanted, rel=1e-5)


def test_derivatives_of_equilibria_by_parameters():
    """x = 1.2 + (p_0 A_0 - p_1 A_1)/k, with held pressures and with those of open valves."""
    for hold, p in ((True, START), (False, (1.4e7, 1e5))):
        found = Cylinder(valveOpening0=1.0, valveOpening1=-1.0)
        spring = SpringDamper(
            markerNumbers=found.ends, stiffness=2e5, referenceLength=1.2, name="spring"
        )
        found.mbs.AddObject(spring)
        found.mbs.Assemble()
        names = [
            "actuator.chamberCrossSection0",
            "spring.stiffness",
            "actuator.chamberCrossSection1",
        ]
        found.statics(hold, sensitivities=names)
        slopes = [found.mbs.solution.sensitivity(name).coordinates[-1, 0] for name in names]
        push = p[0] * 2e-3 - p[1] * 1e-3
        wanted = [p[0] / 2e5, -push / 2e5**2, -p[1] / 2e5]
        assert slopes == pytest.approx(wanted, rel=1e-7)


def test_members_of_an_ensemble_are_single_runs():
    values = [1e-7, 2e-7, 3e-7]
    mbs = Cylinder(**OPEN).mbs
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.1, 200
    ensemble = exu.Ensemble(mbs)
    ensemble.vary("actuator.nominalFlow", values)
    ensemble.record(coordinates=True)
    result = ensemble.solve(settings, scheduler="threads")
    assert result.reason == ""  # compiled
    for k, value in enumerate(values):
        single = Cylinder(**OPEN, nominalFlow=value).mbs
        single.SolveDynamic(settings)
        assert np.array_equal(result.values[k, -1, :2], single.solution.coordinates[-1])


def test_statics_against_a_spring_between_the_same_points():
    """Both forces act on the same markers and cancel there: only rounding is left to compare."""
    for stiffness in (1e4, 3e4, 1e5):
        for pressures in ((2e6, 3e6), (2e6, 5e6), (1e5, 1e5)):
            mbs = exu.SystemContainer().AddSystem()
            ground = mbs.AddObject(ObjectGround())
            body = mbs.CreateMassPoint(referencePosition=[1.0, 0.2, 0.0], physicsMass=100.0)
            ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
            oil = NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=pressures)
            values = OIL | dict(offsetLength=0.4, strokeLength=1.5)
            mbs.AddObject(
                HydraulicActuatorSimple(
                    markerNumbers=ends, nodeNumbers=[mbs.AddNode(oil)], **values
                )
            )
            mbs.AddObject(
                CartesianSpringDamper(
                    markerNumbers=ends, stiffness=[stiffness] * 3, offset=[1.0, 0.2, 0.0]
                )
            )
            mbs.Assemble()
            settings = exu.SimulationSettings()
            settings.staticSolver.constrainODE1coordinates = True
            moved = mbs.SolveStatic(settings).coordinates[-1]
            force = 2e-3 * pressures[0] - 1e-3 * pressures[1]
            wanted = force / stiffness * np.array([1.0, 0.2, 0.0]) / math.hypot(1.0, 0.2)
            assert moved == pytest.approx(wanted, rel=1e-10, abs=1e-14)
