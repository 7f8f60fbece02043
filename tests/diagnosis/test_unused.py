"""Items that nothing uses or that act on nothing; settings; units."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *

from .models import (
    Solver,
    codes,
    ground,
    mass,
    only,
    oscillator,
    pendulum,
    settings,
    spring,
    system,
)

pytestmark = pytest.mark.processors


def test_nodes_without_use():
    mbs = spring()
    mbs.AddNode(NodePointGround(name="lonely"))
    mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2))
    finding = only(mbs.Check(), "unused-node")
    assert finding.severity == "hint" and finding.item == "PointGround 'lonely' (node 1)"


def test_first_order_coordinates_without_rates():
    mbs = spring()
    node = mbs.AddNode(NodeGenericODE1(name="y", numberOfODE1Coordinates=1))
    mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates)
    )
    assert "'y'" in only(mbs.Check(), "no-rates").item
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=np.array([[-1.0]])))
    assert not mbs.Check().of("no-rates")


def test_nodes_of_several_bodies():
    mbs = spring()
    mbs.AddObject(MassPoint(nodeNumber=0, physicsMass=1))
    finding = only(mbs.Check(), "shared-node")
    assert "2 objects" in finding.text and finding.item == "Point 'node0' (node 0)"


def test_elements_of_a_cable_share_nodes():
    mbs = exu.SystemContainer().AddSystem()
    cable = Cable2D(
        physicsBendingStiffness=1, physicsAxialStiffness=100, physicsMassPerLength=1
    )  # fmt: skip
    gravity = [0, -9.81, 0]
    GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 3, cable, gravity, [1, 1, 0, 0])
    assert not len(mbs.Check())


def belt(nodes):
    """A cable of two elements over a circle on the ground; nodes -- with data, one or one each."""
    mbs = exu.SystemContainer().AddSystem()
    cable = Cable2D(physicsBendingStiffness=1, physicsAxialStiffness=100, physicsMassPerLength=1)
    _, elements, *_ = GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 2, cable, [0, -9.81, 0])
    ground = mbs.AddObject(ObjectGround(referencePosition=[0.5, -0.2, 0]))
    circle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    data = [
        mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3, initialCoordinates=[0.1] * 3))
        for _ in range(nodes)
    ]
    for k, element in enumerate(elements):
        shape = mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=element, numberOfSegments=3))
        mbs.AddObject(
            ObjectContactCircleCable2D(
                markerNumbers=[circle, shape], nodeNumber=data[k % nodes], circleRadius=0.2,
                numberOfContactSegments=3, contactStiffness=1000,
            )
        )  # fmt: skip
    mbs.Assemble()
    return mbs


def test_a_cable_moves_on_a_circle_that_does_not():
    assert not len(belt(2).Check())


def test_states_of_several_connectors_in_one_node():
    finding = only(belt(1).Check(), "shared-data")
    assert "2 connectors" in finding.text and finding.severity == "warning"


def test_markers_without_use():
    mbs = spring()
    mbs.AddMarker(MarkerNodePosition(name="spare", nodeNumber=0))
    finding = only(mbs.Check(), "unused-marker")
    assert finding.severity == "hint" and "'spare'" in finding.item
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorMarker(markerNumber=2, outputVariableType=position))
    assert not len(mbs.Check())


def test_loads_on_what_does_not_move():
    mbs = spring()
    mbs.AddLoad(Force(name="push", markerNumber=0, loadVector=[1, 0, 0]))
    finding = only(mbs.Check(), "load-on-ground")
    assert finding.severity == "warning" and "'push'" in finding.item
    assert "'marker0'" in finding.text


def test_loads_of_zero_size():
    mbs = spring()
    mbs.AddLoad(Force(name="nothing", markerNumber=1))
    assert "'nothing'" in only(mbs.Check(), "zero-load").item
    mbs = spring()
    mbs.AddLoad(Force(markerNumber=1, loadVectorUserFunction=lambda mbs, t, load: [0, 0, 0]))
    assert not mbs.Check().of("zero-load")


def test_loads_across_all_coordinates_have_no_effect():
    mbs = spring()
    node = mbs.AddNode(NodePoint2D())
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    load = mbs.AddLoad(Gravity(name="down", markerNumber=marker, loadVector=[0, 0, -9.81]))
    finding = only(mbs.Check(), "load-across")
    assert finding.severity == "warning" and "'down'" in finding.item and "-9.81" in finding.text
    mbs.SetLoadParameter(load, "loadVector", [0, -9.81, 0])
    assert not len(mbs.Check())


def test_torques_across_the_plane_have_no_effect():
    mbs = spring()
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    load = mbs.AddLoad(Torque(markerNumber=marker, loadVector=[1, 1, 0]))
    assert codes(mbs.Check()) == ["load-across"]
    mbs.SetLoadParameter(load, "loadVector", [0, 0, 1])
    assert not len(mbs.Check())


def test_a_force_that_turns_with_a_body_stays_across_the_plane():
    mbs = spring()
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    load = mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 1], bodyFixed=True))
    assert codes(mbs.Check()) == ["load-across"]
    mbs.SetLoadParameter(load, "loadVector", [1, 0, 0])
    assert not len(mbs.Check())


def test_connectors_between_fixed_points_or_of_one_point():
    mbs = spring()
    other = ground(mbs, (1, 0, 0))
    mbs.AddObject(SpringDamper(name="still", markerNumbers=[0, other], stiffness=1))
    mbs.AddObject(SpringDamper(name="self", markerNumbers=[1, 1], stiffness=1))
    copy = mbs.AddMarker(MarkerBodyPosition(bodyNumber=1))
    mbs.AddObject(CartesianSpringDamper(name="same", markerNumbers=[1, copy], stiffness=[1] * 3))
    found = mbs.Check()
    assert codes(found.warnings) == ["between-fixed", "same-point", "same-point"]
    assert "'still'" in found[0].item and "'self'" in found[1].item and "'same'" in found[2].item


def test_connectors_that_do_nothing():
    mbs = spring()
    mbs.AddObject(SpringDamper(name="idle", markerNumbers=[0, 1]))
    assert "'idle'" in only(mbs.Check(), "idle-connector").item
    mbs.SetObjectParameter(3, "force", 1.0)
    assert not len(mbs.Check())


def test_friction_and_stops_are_not_idle():
    for values in (
        dict(fDynamicFriction=1.0, frictionProportionalZone=0.1),
        dict(fViscousFriction=1.0),
        dict(useLimitStops=True, limitStopsStiffness=1.0),
    ):
        mbs = oscillator(1.0)
        data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
        mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[0, 1], nodeNumber=data, **values))
        assert not mbs.Check().of("idle-connector")
    mbs.AddObject(CoordinateSpringDamperExt(name="idle", markerNumbers=[0, 1]))
    assert "'idle'" in only(mbs.Check(), "idle-connector").item


def test_bodies_that_nothing_acts_on():
    mbs = spring()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(name="free", nodeNumber=node, physicsMass=1))
    finding = only(mbs.Check(), "free-body")
    assert finding.severity == "hint" and "'free'" in finding.item and "gravity" in finding.advice


def test_a_system_with_forces_of_its_own_is_not_free():
    mbs = system()
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, initialCoordinates=[0.1]))
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[node], massMatrix=[[1.0]], stiffnessMatrix=[[4.0]])
    )
    assert not len(mbs.Check())


def test_a_body_with_gravity_is_not_free():
    mbs = spring()
    node = mbs.AddNode(NodePoint())
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=marker, loadVector=[0, -9.81, 0]))
    assert not len(mbs.Check())


# ---------------------------------------------------------------------- settings


def test_a_run_that_ends_before_it_starts():
    finding = only(spring().Check(settings(end=-1.0)), "end-time")
    assert (
        finding.severity == "error" and "-1 s" in finding.text and "startTime = 0" in finding.text
    )


def test_steps_too_short_to_calculate_with():
    assert "1e-150" in only(spring().Check(settings(end=1e-148, steps=100)), "step-size").text


def test_settings_that_act_on_nothing():
    run = settings()
    run.timeIntegration.computeLoadsJacobian = 1
    finding = only(spring().Check(run), "no-effect-setting")
    assert finding.severity == "warning" and "computeLoadsJacobian" in finding.item
    assert not len(spring().Check(settings()))


def test_records_beyond_the_memory():
    run = settings(steps=10**8)
    run.solutionSettings.solutionWritePeriod = 0
    finding = only(spring().Check(run), "records")
    assert finding.severity == "error" and "100000003 rows of 10 numbers" in finding.text
    assert "8 GB" in finding.text and "streamFileName" in finding.advice
    run = settings(steps=5 * 10**6)
    run.solutionSettings.solutionWritePeriod = 0
    assert only(spring().Check(run), "records").severity == "hint"
    run.solutionSettings.solutionWritePeriod = 0.01
    assert not len(spring().Check(run))


def test_runs_that_leave_a_table_whose_end_is_an_error():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    for coordinate, beyond in enumerate(["hold", "error", "periodic"]):
        mbs.CreatePrescribedMotion(
            f"drive{coordinate}", exu.NodeIndex(node), coordinate=coordinate,
            times=[0, 0.4, 0.8], values=[0, 0, 0], beyond=beyond,
        )  # fmt: skip
    finding = only(mbs.Check(settings(end=0.9)), "table-end")
    assert finding.severity == "error" and "drive1" in finding.item
    assert "0 s to 0.8 s" in finding.text and "0 s to 0.9 s" in finding.text
    assert not mbs.Check(settings(end=0.8)).of("table-end")
    run = settings()
    run.staticSolver.loadStepDuration = 0.5
    assert not mbs.Check(run, static=True).of("table-end")
    run.staticSolver.loadStepStart = -0.1
    assert "loadStepDuration" in only(mbs.Check(run, static=True), "table-end").advice


@pytest.mark.parametrize("name", ["solutionWritePeriod", "sensorsWritePeriod"])
def test_periods_shorter_than_the_step(name):
    mbs = spring()
    mbs.AddSensor(SensorNode(nodeNumber=0, outputVariableType=exu.OutputVariableType.Position))
    run = settings(steps=100)
    setattr(run.solutionSettings, name, 1e-3)
    finding = only(mbs.Check(run), "write-period")
    assert name in finding.item and "0.001 s" in finding.text and "1000 steps" in finding.advice
    assert not len(mbs.Check(settings(steps=50)))  # the default is nobody's wish
    assert not mbs.Check(run, Solver.DOPRI5).of("write-period")


def test_position_level_without_numerical_damping():
    run = settings()
    run.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    finding = only(pendulum().Check(run), "undamped-constraints")
    assert finding.severity == "warning" and "spectralRadius = 1" in finding.text
    assert not len(spring().Check(run)) and not len(pendulum().Check(run, Solver.RK44))
    run.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    assert not len(pendulum().Check(run))


def test_settings_of_a_model_file_are_those_of_the_check(tmp_path):
    mbs = oscillator(100.0)
    mbs.save(tmp_path / "model.json", settings(steps=400))
    loaded = exu.load(tmp_path / "model.json")
    assert not len(loaded.Check()) and len(mbs.Check()) == 1


# ---------------------------------------------------------------------- units


def gravity(size):
    mbs = spring()
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=1))
    mbs.AddLoad(Gravity(name="g", markerNumber=marker, loadVector=[0, 0, -size]))
    return mbs


def test_gravity_in_other_units_is_a_hint():
    finding = only(gravity(9810).Check(), "units")
    assert finding.severity == "hint" and "mm/s^2" in finding.text and "'g'" in finding.item
    assert "cm/s^2" in only(gravity(981).Check(), "units").text
    assert not gravity(9.81).Check().of("units") and not gravity(1000).Check().of("units")


def test_large_models_have_findings_of_their_own_size():
    mbs = spring()
    for k in range(200):
        mass(mbs, (k, 1, 0))
    found = mbs.Check()
    assert len(found.of("unused-marker")) == len(found.of("free-body")) == 200
    assert len(repr(found).splitlines()) < 50
