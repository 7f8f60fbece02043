"""Results of bodies in space on all kinds of nodes: files, states between rows, energy."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *
from tests.cases import Cases

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
KINDS = ("RotationEulerParameters", "RotationRxyz", "RotationRotationVector")
TILT = RotationMatrixX(0.4) @ RotationMatrixZ(0.3)


def machine(kind):
    """(system, bodies): a damped chain with a revolute, a universal and a driven joint."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    inertia = InertiaCuboid(600.0, [0.4, 0.15, 0.1]).Translated([0.02, 0.01, 0.0])
    bodies = [
        mbs.CreateRigidBody(
            name=f"part{k}", referencePosition=[0.2 + 0.4 * k, 0, 0], referenceRotationMatrix=TILT,
            inertia=inertia, gravity=[0, 0, -9.81], nodeType=getattr(exu.NodeType, kind),
        )
        for k in range(3)
    ]  # fmt: skip
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, bodies[0]], position=[0, 0, 0], axis=[0, 1, 0.2])
    mbs.CreateGenericJoint(
        bodyNumbers=bodies[:2], position=[0.4, 0, 0], constrainedAxes=[1, 1, 1, 1, 0, 0]
    )
    mbs.CreateSphericalJoint(bodyNumbers=bodies[1:], position=[0.8, 0, 0])
    mbs.CreateRigidBodySpringDamper(
        bodyNumbers=bodies[1:], localPosition0=[0.2, 0, 0], localPosition1=[-0.2, 0, 0],
        stiffness=np.diag([0, 0, 0, 4.0, 4.0, 4.0]), damping=np.diag([0, 0, 0, 0.2, 0.1, 0.3]),
    )  # fmt: skip
    mbs.CreateTorque(bodyNumber=bodies[2], loadVector=[0.5, 1.0, 0.2], bodyFixed=True)
    mbs.Assemble()
    return mbs, bodies


def settings(steps=400, end=0.4, record=0.0, tolerance=1e-10):
    chosen = exu.SimulationSettings()
    chosen.timeIntegration.endTime, chosen.timeIntegration.numberOfSteps = end, steps
    chosen.timeIntegration.newton.relativeTolerance = tolerance
    chosen.solutionSettings.solutionWritePeriod = record or end / steps
    return chosen


def test_a_model_file_gives_the_same_run(tmp_path):
    """Bit for bit, for all kinds of nodes, from JSON text as well as in memory."""
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind):
                mbs, _ = machine(kind)
                mbs.save(tmp_path / "model.json")
                again = exu.load(tmp_path / "model.json")
                again.Assemble()
                first, second = (each.SolveDynamic(settings(50)) for each in (mbs, again))
                assert np.array_equal(first.coordinates, second.coordinates)
                assert np.array_equal(first.multipliers, second.multipliers)
                assert np.abs(first.velocities[-1]).max() > 0.1
                first.save(tmp_path / "run.npz")
                read = exu.Solution.load(tmp_path / "run.npz")
                t = 0.5 * (first.times[3] + first.times[4])
                states = [each.interpolate(t).coordinates for each in (first, read)]
                assert np.array_equal(*states)


def rotations(mbs, body, state):
    """Rotation matrix and angular velocity of a body in a state."""
    mbs.systemData.SetODE2Coordinates(state.coordinates)
    mbs.systemData.SetODE2Coordinates_t(state.velocities)
    return [mbs.GetObjectOutputBody(body, v) for v in (Out.RotationMatrix, Out.AngularVelocity)]


def test_states_between_rows_are_rotations_with_an_error_of_order_four():
    """A free body that turns about its axis, for which rotations are known; rows 0.05 s apart."""
    omega = np.array([2.0, -1.0, 3.0])
    axis = omega / np.linalg.norm(omega)
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind):
                errors = []
                for rows in (10, 20):
                    mbs = exu.SystemContainer().AddSystem()
                    body = mbs.CreateRigidBody(
                        referenceRotationMatrix=TILT, inertia=InertiaSphere(mass=2, radius=0.1),
                        initialAngularVelocity=omega, nodeType=getattr(exu.NodeType, kind),
                    )  # fmt: skip
                    mbs.Assemble()
                    chosen = settings(600, 0.5, record=0.5 / rows)
                    solution = mbs.SolveDynamic(chosen, solverType="RK67")
                    away = []
                    for t in np.linspace(0.01, 0.49, 25):
                        state = solution.interpolate(t)
                        A, spin = rotations(mbs, body, state)
                        A = A.reshape(3, 3)
                        assert np.abs(A @ A.T - np.eye(3)).max() < 1e-14
                        turn = RotationVector2RotationMatrix(np.linalg.norm(omega) * t * axis)
                        away.append([np.abs(A - turn @ TILT).max(), np.abs(spin - omega).max()])
                        if kind == KINDS[0]:
                            theta = (
                                state.coordinates[3:] + mbs.GetNode(0)["referenceCoordinates"][3:]
                            )
                            assert abs(theta @ theta - 1.0) < 1e-15
                            assert abs(theta @ state.velocities[3:]) < 1e-14
                    errors.append(np.max(away, axis=0))
                assert errors[1][0] < 2e-6 and errors[1][1] < 2e-4
                # rotation vectors follow a uniform rotation exactly
                if errors[1][0] > 1e-13:
                    ratios = errors[0] / errors[1]
                    assert ratios[0] > 13.0 and ratios[1] > 6.5


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK67"])
def test_energy_is_accounted_for_on_all_kinds_of_nodes(solver):
    """Kinetic and potential energy, work of the load and losses of the bushing: the same sums."""
    found = []
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind):
                mbs, _ = machine(kind)
                energy = mbs.SolveDynamic(settings(800), solverType=solver).energy()
                assert energy.missing == []
                limit = 1e-3 if solver == "GeneralizedAlpha" else 1e-8
                size = np.abs(energy.kinetic).max()
                assert size > 1.0 and energy.error < limit * size
                found.append([energy.kinetic[-1], energy.potential[-1], energy.dissipated[-1]])
    for other in found[1:]:
        assert other == pytest.approx(found[0], rel=1e-4 if solver == "GeneralizedAlpha" else 1e-8)
    assert math.isfinite(found[0][2]) and found[0][2] > 1e-4
