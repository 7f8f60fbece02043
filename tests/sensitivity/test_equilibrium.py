"""Derivatives of equilibria and eigenvalues, compared with closed forms and differences."""

import copy

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import derived, differences, disagreement, error_of, lever, rod_pendulum, settings_of

pytestmark = pytest.mark.processors

PARAMETERS = (
    "spring.stiffness", "spring.referenceLength", "load.loadVector[1]", "end.localPosition[0]",
    "pin.localPosition[0]",
)  # fmt: skip


def two_springs():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddNode(NodePointGround())
    body = mbs.CreateMassPoint(physicsMass=2.0, name="mass")
    held = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    moved = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.GetObject(body)["nodeNumber"], coordinate=0)
    )
    for name, k in (("soft", 30.0), ("stiff", 70.0)):
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[held, moved], stiffness=k, name=name))
    for axis in (1, 2):
        other = mbs.AddMarker(
            MarkerNodeCoordinate(nodeNumber=mbs.GetObject(body)["nodeNumber"], coordinate=axis)
        )
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[held, other], stiffness=500.0 * axis))
    mbs.AddLoad(LoadCoordinate(markerNumber=moved, load=5.0, name="load"))
    mbs.Assemble()
    return mbs


def test_equilibrium_of_a_spring_against_its_closed_form():
    """x = F / (k + K)"""
    mbs = two_springs()
    names = ["soft.stiffness", "load.load", "soft.offset"]
    solution = mbs.SolveStatic(settings_of(), sensitivities=names)
    x = [solution.sensitivity(name).coordinates[0, 0] for name in names]
    assert np.allclose(x, [-5.0 / 100.0**2, 1.0 / 100.0, 0.3], rtol=1e-10)


def test_equilibrium_and_its_sensors_against_differences():
    mbs, settings = lever(), settings_of(tight=True)
    solution = mbs.SolveStatic(settings, sensitivities=PARAMETERS)
    for name in PARAMETERS:
        expected = differences(mbs, name, lambda twin: twin.SolveStatic(settings))
        assert error_of(derived(solution.sensitivity(name)), expected) < 1e-9, name


def test_eigenvalues_with_constraints_where_the_equilibrium_moves():
    mbs, settings = lever(), settings_of(tight=True)
    for name in PARAMETERS:
        twin = copy.deepcopy(mbs)
        solution = twin.SolveStatic(settings, updateInitialValues=True, sensitivities=[name])
        found = twin.ComputeModes().sensitivity(name, solution.sensitivity(name).coordinates[-1])

        def eigenvalue(other):
            other.SolveStatic(settings, updateInitialValues=True)
            value = other.ComputeModes().eigenvalues
            made = other.SolveStatic(settings)
            made.coordinates[:], made.velocities[:] = value, 0.0
            made.sensors.clear()
            return made

        expected = differences(mbs, name, eigenvalue)[0]
        assert found == pytest.approx([expected], rel=1e-8), name


def test_eigenvalues_that_are_not_single_have_no_derivative():
    mbs = two_springs()
    modes = mbs.ComputeModes()
    assert modes.sensitivity("soft.stiffness")[0] == pytest.approx(0.5)
    assert modes.sensitivity("mass.physicsMass") == pytest.approx(-modes.eigenvalues / 2.0)
    mbs.SetObjectParameter(mbs.GetObjectNumber("soft"), "stiffness", 430.0)
    found = mbs.ComputeModes().sensitivity("soft.stiffness")
    assert np.isnan(found[:2]).all() and found[2] == pytest.approx(0.0, abs=1e-9)


def test_an_equilibrium_that_is_not_determined_is_refused():
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateMassPoint(physicsMass=1.0, name="mass")
    mbs.CreateForce(bodyNumber=body, loadVector=[0.0, 0.0, 0.0], name="load")
    mbs.Assemble()
    refused = pytest.raises(exu.SolverError, match="does not determine")
    with pytest.warns(UserWarning, match="nothing holds"), refused:
        mbs.SolveStatic(settings_of(), sensitivities=["load.loadVector[0]"])


def test_what_cannot_be_differentiated_is_refused():
    mbs, settings = rod_pendulum(), settings_of()
    with pytest.raises(exu.ParameterError, match="list of names"):
        mbs.SolveDynamic(settings, sensitivities="mass.physicsMass")
    with pytest.raises(exu.ParameterError, match="twice"):
        mbs.SolveStatic(settings, sensitivities=["rod.distance", "rod.distance"])
    with pytest.raises(exu.SysError, match="no sensitivities"):
        mbs.SolveDynamic(settings).sensitivity("rod.distance")
    mbs.SetPreStepUserFunction(lambda mbs, t: True)
    with pytest.raises(exu.SysError, match="pre-step"):
        mbs.SolveDynamic(settings, sensitivities=["rod.distance"])


def held_link():
    """A link under gravity, held by the control of its joint."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=1, referenceCoordinates=[0.0], initialCoordinates=[0.0],
            initialCoordinates_t=[0.0],
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ], linkParents=[-1],
            jointTransformations=[np.eye(3)], jointOffsets=[[0.0] * 3], linkCOMs=[[0.5, 0, 0]],
            linkInertiasCOM=[0.5 * np.eye(3)], linkMasses=[1.5], gravity=[0.0, -9.81, 0.0],
            jointPControlVector=[40.0], jointPositionOffsetVector=[0.3], name="link",
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs


def loaded_cable():
    """A cable that is clamped at one end and loaded at the other; it is straight at the start."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0])) for x in (0, 1)]
    cable = mbs.AddObject(
        Cable2D(
            nodeNumbers=nodes, physicsLength=1.0, physicsMassPerLength=1.5, name="cable",
            physicsBendingStiffness=3.0, physicsAxialStiffness=2e3,
        )
    )  # fmt: skip
    origin = mbs.AddNode(NodePointGround())
    ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=origin, coordinate=0))
    for k in (0, 1, 3):
        held = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=k))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, held]))
    tip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=cable, localPosition=[0.9, 0, 0], name="tip"))
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[0.5, -2.0, 0.0]))
    mbs.Assemble()
    return mbs


def test_equilibria_of_bodies_whose_memory_bends_at_the_start():
    """What kernels leave there for themselves says nothing about parameters."""
    settings = settings_of(tight=True)
    for mbs, names in (
        (held_link(), ["link.linkMasses[0]", "link.jointPControlVector[0]"]),
        (loaded_cable(), ["cable.physicsLength", "tip.localPosition[0]"]),
    ):
        static = mbs.SolveStatic(settings, sensitivities=names)
        for name in names:
            found = derived(static.sensitivity(name))
            error = disagreement(found, mbs, name, lambda twin: twin.SolveStatic(settings))
            assert error < 1e-7, name
