"""Statics with `compatibility = "exudyn"`: kept velocities, plain iterations, signs.

References are written out here. The same models agree with Exudyn 1.11.0 to 1e-13, those with a
rod to the 1e-10 to which its iterations converge.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .compatible import settings_of, slope

pytestmark = pytest.mark.processors

FORCE = np.array([3.0, -20.0, 5.0])
SPEED = np.array([0.0, 2.0, -1.0])


def mass_on_springs(velocity=SPEED):
    """2 kg at (1, 0, 0) on two springs with dampers: (mbs, node, markers)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=velocity))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=ends, stiffness=[200, 150, 100], damping=[3, 4, 5], offset=[0.9, 0, 0]
        )
    )
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=300, damping=2, referenceLength=0.8))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=FORCE))
    return mbs, node, ends


def balance(p, v):
    """Force of both springs on the mass at p."""
    length = np.linalg.norm(p)
    along = 300 * (length - 0.8) + 2 * (p @ v) / length
    across = [200, 150, 100] * (p - [0.9, 0, 0]) + [3, 4, 5] * v
    return -across - along * p / length


def solved(residual, x):
    """Root of a function."""
    for _ in range(30):
        x = x - np.linalg.solve(slope(residual, x), residual(x))
    return x


def test_velocities_act_and_stay():
    mbs = mass_on_springs()[0]
    found = mbs.SolveStatic(settings_of(1, staticSolver__numberOfLoadSteps=4))
    p = np.array([1.0, 0, 0])
    for k in range(1, 5):
        p = solved(lambda x, k=k: k / 4 * FORCE + balance(x, SPEED), p)
        assert found.coordinates[k] + [1, 0, 0] == pytest.approx(p, abs=1e-12)
    assert found.velocities == pytest.approx(np.tile(SPEED, (5, 1)))
    own = mass_on_springs()[0].SolveStatic(settings_of(1, compatibility=""))
    assert not own.velocities.any()
    assert np.abs(own.coordinates[-1] - found.coordinates[-1]).max() > 1e-2


def test_inertia_forces_of_velocities_act():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 3.0]))
    body = mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=2, physicsInertia=0.3, physicsCenterOfMass=[0.2, 0.1]
        )
    )
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[200, 150, 100]))
    mbs.AddObject(TorsionalSpringDamper(markerNumbers=ends, stiffness=30, damping=0.3))
    mbs.AddLoad(Torque(markerNumber=ends[1], loadVector=[0, 0, 2]))
    mbs.SolveStatic(settings_of(1))
    angle = (2 - 0.3 * 3) / 30
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    pull = 2 * 3**2 * turned @ [0.2, 0.1]
    found = mbs.systemData.GetODE2Coordinates()
    assert found == pytest.approx([*(pull / [200, 150]), angle], abs=1e-12)


def test_multipliers_have_the_other_sign():
    forces = {}
    for compatibility in ("exudyn", ""):
        mbs, _, ends = mass_on_springs(velocity=[0, 0, 0])
        rod = mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
        settings = settings_of(1, compatibility=compatibility, staticSolver__numberOfLoadSteps=3)
        solution = mbs.SolveStatic(settings, updateInitialValues=True)
        forces[compatibility] = solution.multipliers[:, 0]
        assert mbs.GetObjectOutput(rod, exu.OutputVariableType.Force) == solution.multipliers[-1, 0]

    def residual(x):
        gradient = x[:3] / np.linalg.norm(x[:3])
        rest = FORCE + balance(x[:3], np.zeros(3)) - x[3] * gradient
        return np.append(rest, np.linalg.norm(x[:3]) - 1)

    known = solved(residual, np.array([1.0, 0, 0, 0]))[3]
    assert forces[""][-1] == pytest.approx(known, rel=1e-10)
    assert forces["exudyn"] == pytest.approx(-forces[""], rel=1e-10)


def upright():
    """A mass above its support, on a spring without other stiffness."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0, 1]))
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=300, referenceLength=1.0))
    return mbs, ends


def test_plain_iterations_stay_at_unstable_equilibria_and_fail_where_the_matrix_is_singular():
    mbs, ends = upright()
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -20, 0]))
    with pytest.raises(exu.SolverError, match="no equilibrium"):
        mbs.SolveStatic(settings_of(1))
    mbs, ends = upright()
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[1, 0, 0]))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -20, 0]))
    found = mbs.SolveStatic(settings_of(1)).coordinates[-1]
    assert found == pytest.approx([0, -20 / 300], abs=1e-12)
    own = mbs.SolveStatic(settings_of(1, compatibility="")).coordinates[-1]
    assert own[1] < -1


def test_constraints_of_velocities_hold_their_coordinates():
    mbs, node, _ = mass_on_springs(velocity=[0, 0, 0])
    fixed = mbs.AddNode(NodePointGround())
    marks = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c))
        for n, c in ((fixed, 0), (node, 1))
    ]
    tie = mbs.AddObject(CoordinateConstraint(markerNumbers=marks, velocityLevel=True))
    found = mbs.SolveStatic(settings_of(1)).coordinates[-1]

    def residual(x):
        return (FORCE + balance(np.array([x[0], 0.0, x[1]]), np.zeros(3)))[[0, 2]]

    x = solved(residual, np.array([1.0, 0.0]))
    assert found == pytest.approx([x[0] - 1, 0, x[1]], abs=1e-12)
    assert mbs.GetObjectOutput(tie, exu.OutputVariableType.Force) == pytest.approx(20.0)
    with pytest.warns(UserWarning, match="do not act in statics"):
        own = mbs.SolveStatic(settings_of(1, compatibility="")).coordinates[-1]
    assert own[1] < -0.05
