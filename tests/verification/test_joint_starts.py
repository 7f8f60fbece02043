"""Starts in which joints do not fit: refused by name, or corrected where they nearly fit.

Also poses in which the equations of a joint hold although an axis is reversed: no search jumps
there.
"""

import itertools
import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *
from tests.cases import Cases

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
KINDS = {
    "EP": exu.NodeType.RotationEulerParameters,
    "Rxyz": exu.NodeType.RotationRxyz,
    "LG": exu.NodeType.RotationRotationVector,
}
INERTIA = RigidBodyInertia(2.0, np.diag([0.3, 0.4, 0.5]))
JOINTS = {
    "RevoluteJointZ": (lambda **given: RevoluteJointZ(**given)),
    "PrismaticJointX": (lambda **given: PrismaticJointX(**given)),
    "GenericJoint": (lambda **given: GenericJoint(**given)),
    "SphericalJoint": (lambda **given: SphericalJoint(**given)),
}
ARM = [-0.5, 0.0, 0.0]


def jointed(joint, shift=(0, 0, 0), turn=(0, 0, 0), kind="EP", **given):
    """A body with its joint at ARM, moved and turned away from where the joint fits."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround(name="wall")
    rotation = RotXYZ2RotationMatrix(turn)
    body = mbs.CreateRigidBody(
        name="arm", referencePosition=np.array(shift) - rotation @ ARM, inertia=INERTIA,
        referenceRotationMatrix=rotation, nodeType=KINDS[kind], gravity=[0, 0, -9.81],
    )  # fmt: skip
    ends = [
        mbs.AddMarker(MarkerBodyRigid(name="seat", bodyNumber=ground)),
        mbs.AddMarker(MarkerBodyRigid(name="pin", bodyNumber=body, localPosition=ARM)),
    ]
    mbs.AddObject(JOINTS[joint](name="joint", markerNumbers=ends, **given))
    mbs.Assemble()
    return mbs, body


def settings(steps=10, end=0.01):
    chosen = exu.SimulationSettings()
    chosen.timeIntegration.endTime, chosen.timeIntegration.numberOfSteps = end, steps
    return chosen


def test_joints_whose_markers_are_apart_are_refused():
    """The error names joint, markers, bodies, places and distance; Check reports the same."""
    with Cases() as cases:
        for joint in JOINTS:
            for solver in ("GeneralizedAlpha", "RK44", "VelocityVerlet"):
                with cases(joint, solver):
                    mbs, _ = jointed(joint, shift=(0, 0.3, 0.4))
                    with pytest.raises(exu.SysError) as caught:
                        mbs.SolveDynamic(settings(), solverType=solver)
                    text = str(caught.value)
                    assert text.startswith(
                        f"{joint} 'joint' (object 2): the start positions do not"
                    )
                    assert "'seat' (marker 1) at localPosition [0.0, 0.0, 0.0] of" in text
                    assert (
                        "'pin' (marker 2) at localPosition [-0.5, 0.0, 0.0] of RigidBody 'arm'"
                        in text
                    )
                    assert "are 0.5 m apart" in text and "5% of the size 1 m" in text
                    findings = [f for f in mbs.Check() if f.code == "violated-positions"]
                    assert [f.severity for f in findings] == ["error"]
                    assert findings[0].item.startswith(f"{joint} 'joint'")
                    assert "0.5 m apart" in findings[0].text
                    assert "the run does not start" in findings[0].text


def test_joints_whose_frames_are_turned_are_refused():
    with Cases() as cases:
        for joint in ("RevoluteJointZ", "PrismaticJointX", "GenericJoint"):
            for kind in KINDS:
                with cases(joint, kind):
                    mbs, _ = jointed(joint, turn=(0.4, 0, 0), kind=kind)
                    with pytest.raises(
                        exu.SysError, match=r"'joint'.*turned by 0\.4 rad.*0\.05 rad"
                    ):
                        mbs.SolveDynamic(settings())
                    (found,) = (f for f in mbs.Check() if f.code == "violated-positions")
                    assert found.severity == "error" and "turned by 0.4 rad" in found.text


def test_small_misfits_are_corrected_with_a_warning():
    """Without an arm of the body, the size of the model counts."""
    with Cases() as cases:
        for joint in JOINTS:
            for kind in KINDS:
                with cases(joint, kind):
                    mbs, _ = jointed(joint, shift=(0, 0.003, 0.004), turn=(0.002, 0, 0), kind=kind)
                    with pytest.warns(UserWarning, match="'joint'.*they were corrected"):
                        mbs.SolveDynamic(settings())
                    deviation = mbs.GetObjectOutput(2, Out.ConstraintEquation)
                    assert np.abs(deviation).max() < 1e-12
                    found = [f for f in mbs.Check() if f.code == "violated-positions"]
                    assert found and {f.severity for f in found} == {"warning"}


def test_free_directions_may_be_apart():
    mbs, _ = jointed("PrismaticJointX", shift=(3.0, 0, 0))
    mbs.SolveDynamic(settings())
    mbs, _ = jointed("GenericJoint", turn=(0, 0, 2.0), constrainedAxes=[1, 1, 1, 1, 1, 0])
    mbs.SolveDynamic(settings())
    mbs, _ = jointed("SphericalJoint", shift=(0, 0, 1.0), constrainedAxes=[1, 1, 0])
    mbs.SolveDynamic(settings())
    assert not [f for f in mbs.Check() if f.code == "violated-positions"]


def test_a_drive_that_starts_elsewhere_is_refused():
    def offset(mbs, t, itemNumber, parameters):
        return [0.2 + t, 0, 0, 0, 0, 0]

    mbs, _ = jointed("GenericJoint", offsetUserFunction=offset)
    with pytest.raises(exu.SysError, match=r"are 0\.2 m apart"):
        mbs.SolveDynamic(settings())


def test_a_joint_that_is_switched_on_elsewhere_is_refused():
    mbs, _ = jointed("GenericJoint", shift=(0, 0.3, 0), activeConnector=False)
    mbs.SetPreStepUserFunction(switch_on)
    with pytest.raises(exu.SolverError, match=r"'joint'.*positions at t = .*0\.3.* m apart"):
        mbs.SolveDynamic(settings())


def switch_on(mbs, t):
    if t > 0.005:
        mbs.SetObjectParameter(2, "activeConnector", True)
    return True


# ------------------------------------------------------------------------------- reversed axes


def reversed_start(joint, kind, **given):
    """A body turned by pi about y: the equations of the joint hold, with two axes reversed."""
    return jointed(joint, turn=(0, math.pi, 0), kind=kind, **given)


def test_a_start_with_reversed_axes_stays_there():
    """In time and in statics: the pose of the start is the one that is kept."""
    turned = np.diag([-1.0, 1.0, -1.0])
    with Cases() as cases:
        for kind in KINDS:
            for solve in ("SolveDynamic", "SolveStatic"):
                with cases(kind, solve):
                    mbs, body = reversed_start("GenericJoint", kind)
                    getattr(mbs, solve)(settings())
                    matrix = np.reshape(mbs.GetObjectOutput(body, Out.RotationMatrix), (3, 3))
                    assert np.abs(matrix - turned).max() < 1e-12


@pytest.mark.filterwarnings("ignore:SolveStatic at t", "ignore:TorsionalSpringDamper")
@pytest.mark.parametrize("joint", ["GenericJoint", "RevoluteJointZ", "driven"])
def test_statics_do_not_jump_to_a_reversed_pose(joint):
    """Starts far from the joint, up to nearly across: the nearer of both poses is found."""
    with Cases() as cases:
        angles = (0.5, 0.9, 2.5) if joint == "driven" else (0.9, 1.3, 1.5, 1.7, 2.2)
        for kind, angle, side in itertools.product(KINDS, angles, (1, -1)):
            with cases(kind, angle, side):
                given = {"offsetUserFunction": tilted} if joint == "driven" else {}
                name = "GenericJoint" if joint == "driven" else joint
                mbs, body = jointed(name, turn=(side * angle, 0, 0), kind=kind, **given)
                if joint == "RevoluteJointZ":
                    mbs.AddObject(
                        TorsionalSpringDamper(
                            markerNumbers=mbs.GetObject(2)["markerNumbers"], stiffness=50.0
                        )
                    )
                    mbs.Assemble()
                mbs.SolveStatic()
                z = np.reshape(mbs.GetObjectOutput(body, Out.RotationMatrix), (3, 3))[2, 2]
                assert z == pytest.approx(1.0 if angle < 0.5 * math.pi else -1.0, abs=1e-9)


def tilted(mbs, t, itemNumber, parameters):
    """A drive that turns the joint about its own axis z."""
    return [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def test_gaps_are_related_to_the_size_of_bodies_without_arms():
    """A body held at its center: its radius of gyration counts; of points the other markers do."""
    for gap, fits in ((0.4, False), (0.004, True)):
        mbs = exu.SystemContainer().AddSystem()
        body = mbs.CreateRigidBody(referencePosition=[gap, 0, 0], inertia=INERTIA)
        ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (mbs.CreateGround(), body)]
        mbs.AddObject(RevoluteJointZ(markerNumbers=ends))
        start(mbs, fits)
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.CreateGround()
        first, second = (
            mbs.CreateMassPoint(referencePosition=[x, 0, 0], physicsMass=1) for x in (gap, 1)
        )
        for name, body, place in (("near", first, 0), ("far", second, 1)):
            at = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[place, 0, 0]))
            mass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
            mbs.AddObject(SphericalJoint(name=name, markerNumbers=[at, mass]))
        start(mbs, fits)


def start(mbs, fits):
    mbs.Assemble()
    if fits:
        with pytest.warns(UserWarning, match="they were corrected"):
            mbs.SolveDynamic(settings())
    else:
        with pytest.raises(exu.SysError, match=r"are 0\.4 m apart"):
            mbs.SolveDynamic(settings())
