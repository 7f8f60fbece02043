"""Runs that are interrupted and resumed in tests: one for every way a run may take its steps."""

import math

import numpy as np

import linkwork as exu
from benchmarks.spatial import stewart
from linkwork.bench.rounds import own_engine
from linkwork.items import *
from tests.verification.rolling_models import Circle, disc, sliding_disc
from tests.verification.sliding_models import sliding as on_cable

from .models import (
    Output,
    Solver,
    hard_settings,
    hard_spring,
    make_settings,
    new_system,
    pendulum,
)
from .results import rich_system

Node = exu.NodeType


def springs():
    """Two masses on springs with geometric stiffness and damping, under gravity."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
    for k in (1, 2):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0.7 * k, 0.3 * k, 0.1]))
        mass = mbs.AddObject(MassPoint(physicsMass=0.5 * k, nodeNumber=node))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass)))
        mbs.AddObject(
            SpringDamper(
                name=f"spring{k}", markerNumbers=ends[-2:], stiffness=200.0, damping=0.5,
                referenceLength=0.6,
            )
        )  # fmt: skip
        mbs.AddLoad(Force(markerNumber=ends[-1], loadVector=[0.0, -9.81 * k, 0.2]))
        mbs.AddSensor(
            SensorNode(
                name=f"place{k}", nodeNumber=node, outputVariableType=Output.Position,
                storeInternal=True,
            )
        )  # fmt: skip
    return mbs


def chain(count=200, rods=False):
    """Masses in a row, held together by springs or rods, which fall from the horizontal."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(1, count + 1):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.1 * k, 0.0]))
        mass = mbs.AddObject(MassPoint2D(physicsMass=0.1, nodeNumber=node))
        last, end = end, mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
        if rods:
            mbs.AddObject(DistanceConstraint(markerNumbers=[last, end], distance=0.1))
        else:
            mbs.AddObject(
                SpringDamper(
                    markerNumbers=[last, end], stiffness=3e3, damping=0.1, referenceLength=0.1
                )
            )
        mbs.AddLoad(Force(markerNumber=end, loadVector=[0.0, -0.981, 0.0]))
    return mbs


def net(side=9):
    """Masses in a square, held by springs along and across, which hang from one corner."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    ends = {(-1, 0): mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))}
    for i in range(side):
        for j in range(side):
            node = mbs.AddNode(NodePoint(referenceCoordinates=[0.1 * i, 0.1 * j, 0.0]))
            mass = mbs.AddObject(MassPoint(physicsMass=0.01, nodeNumber=node))
            ends[i, j] = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
            mbs.AddLoad(Force(markerNumber=ends[i, j], loadVector=[0.0, 0.01, -0.1]))
            for other in ((i - 1, j), (i, j - 1), (i - 1, j - 1)):
                if other in ends:
                    pair = [ends[other], ends[i, j]]
                    values = dict(stiffness=[50.0, 60.0, 70.0], damping=[0.2, 0.1, 0.1])
                    mbs.AddObject(CartesianSpringDamper(markerNumbers=pair, **values))
    return mbs


def double_pendulum(damping=0.2):
    """Two rods in the plane; a damper between the masses makes forces depend on velocities."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
    for k in (1, 2):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[float(k), 0.0]))
        mass = mbs.AddObject(MassPoint2D(physicsMass=float(k), nodeNumber=node))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass)))
        mbs.AddObject(DistanceConstraint(markerNumbers=ends[-2:], distance=1.0))
        mbs.AddLoad(Force(markerNumber=ends[-1], loadVector=[0.0, -9.81 * k, 0.0]))
    mbs.AddObject(SpringDamper(markerNumbers=[ends[0], ends[2]], damping=damping, stiffness=1.0))
    return mbs


def turning_body():
    """A body whose center of mass is off its reference point, on a spring: M depends on q."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=[1.0, 0.0, 0.2], initialVelocities=[0.0, 0.5, 3.0])
    )
    body = mbs.AddObject(
        ObjectRigidBody2D(
            nodeNumber=node, physicsMass=2.0, physicsInertia=0.3, physicsCenterOfMass=[0.2, 0.1]
        )
    )
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
    ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0.3, 0.0, 0.0])))
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=40.0, damping=0.3))
    return mbs


def bouncing():
    """A mass that falls onto a unilateral spring again and again, beside one on a rope."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    floor = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.0, -1.0, 0.0]))
    for k, law in enumerate(("Compressive", "Tensile")):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0.01 * k, 1.0 + k, 0.0]))
        mass = mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
        end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
        mbs.AddObject(
            TabularSpringDamper(
                markerNumbers=[floor, end], stiffness=900.0 - 800.0 * k, damping=1.0,
                referenceLength=1.5, springType=law,
            )
        )  # fmt: skip
        mbs.AddLoad(Force(markerNumber=end, loadVector=[0.0, -9.81, 0.0]))
        mbs.AddSensor(
            SensorNode(
                name=f"height{k}", nodeNumber=node, outputVariableType=Output.Position,
                storeInternal=True,
            )
        )  # fmt: skip
    return mbs


def tossed():
    """A mass that an event throws up again whenever it has fallen to the ground."""
    mbs = bouncing()
    height = mbs.AddSensor(
        SensorEvent(name="apex", sensorNumber=0, component=1, threshold=0.8, direction=-1)
    )

    def throw(mbs, t, itemNumber):
        v = mbs.systemData.GetODE2Coordinates_t()
        v[1] = 2.0 + 0.1 * (len(mbs.variables["throws"]) % 5)
        mbs.systemData.SetODE2Coordinates_t(v)
        mbs.variables["throws"].append(t)
        return True

    mbs.variables["throws"] = []
    mbs.AddSensor(
        SensorEvent(
            name="ground", eventUserFunction=lambda mbs, t, itemNumber, q, q_t: q[1] + 0.3,
            direction=-1, actionUserFunction=throw,
        )
    )  # fmt: skip
    assert height == 2
    return mbs


def rolling():
    """A disc that rolls above its plane; its joint is off for one step, where it notes the gap."""
    model, joint = disc("LG", Circle(), lift=0.01)
    model.mbs.variables["steps"] = 0

    def blink(mbs, t):
        mbs.variables["steps"] += 1
        mbs.SetObjectParameter(joint, "activeConnector", mbs.variables["steps"] != 77)
        return True

    model.mbs.SetPreStepUserFunction(blink)
    return model.mbs


def sliding():
    """A disc that bounces, slides and rolls on an elastic plane."""
    model, _ = sliding_disc("EP", lift=0.01, contactDamping=20.0, dryFrictionProportionalZone=0.05)
    return model.mbs


def closed_loops():
    """A platform on six legs, whose rows take part in an order of elimination of their own."""
    return stewart(own_engine(), 1, "GeneralizedAlpha", 1e-3, "EP").system


def shaken(mbs, t, itemNumber, parameters):
    """Offsets of a driven joint, whose rates are differences in time."""
    return [0.1 * math.sin(7.0 * t), 0.05 * t * t, 0.0, 0.3 * math.sin(5.0 * t), 0.0, 0.2 * t]


def driven(kind):
    """A pendulum on a driven joint, with a second body on a ball joint; kind -- of their nodes."""

    def made():
        mbs = exu.SystemContainer().AddSystem()
        inertia = exu.utilities.InertiaCuboid(500.0, [0.4, 0.1, 0.2])
        first, second = (
            mbs.CreateRigidBody(
                referencePosition=[x, 0, 0], inertia=inertia, gravity=[0, 0, -9.81], nodeType=kind
            )
            for x in (0.2, 0.6)
        )
        mbs.CreateGenericJoint(
            bodyNumbers=[mbs.CreateGround(), first], position=[0, 0, 0], offsetUserFunction=shaken
        )
        mbs.CreateSphericalJoint(bodyNumbers=[first, second], position=[0.4, 0, 0])
        mbs.Assemble()
        return mbs

    return made


def _unlocated(made):
    made.timeIntegration.discontinuous.locateEvents = False
    return made


# ------------------------------------------------------------------ functions


def soft_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * (1.0 + 0.3 * math.sin(5.0 * t)) + damping * deltaL_t


def with_function(way):
    """Springs whose law is a user function, compiled or called back."""

    def make():
        mbs = springs()
        for name in ("spring1", "spring2"):
            mbs.SetObjectParameter(name, "springForceUserFunction", way(soft_force))
        return mbs

    return make


def watched():
    """Springs with a law that counts its calls in mbs.variables and uses the count."""
    mbs = springs()
    mbs.variables.update(calls=0, log=[], sums=np.zeros(2), other=object())

    def counted(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        mbs.variables["calls"] += 1
        mbs.variables["sums"] += [deltaL, 1e-3]
        return stiffness * deltaL * (1.0 + 1e-13 * (mbs.variables["calls"] % 7))

    mbs.SetObjectParameter("spring1", "springForceUserFunction", exu.called_back(counted))
    return mbs


def steered():
    """A rod pendulum on a spring: a pre-step function changes everything that it may."""
    s = pendulum(assemble=False)
    mbs = s.mbs
    mbs.AddObject(
        SpringDamper(name="spring", markerNumbers=[s.fixed, s.end], stiffness=10.0, damping=0.3)
    )
    mbs.variables.update(steps=0, times=[])

    def steer(mbs, t):
        mbs.variables["steps"] += 1
        mbs.variables["times"].append(t)
        count = mbs.variables["steps"]
        mbs.SetObjectParameter("spring", "stiffness", 10.0 + t * t)
        mbs.SetObjectParameter(s.rod, "distance", 1.0 + 0.05 * math.sin(3.0 * t))
        if count % 60 == 31:
            mbs.SetObjectParameter(s.rod, "activeConnector", False)
        elif count % 60 == 32:  # before it is far from its length
            mbs.SetObjectParameter(s.rod, "activeConnector", True)
        if count % 35 == 0:
            mbs.SetObjectParameter("spring", "damping", 0.1 * (count % 4))
            mbs.SetLoadParameter("weight", "loadVector", [0.1 * (count % 3), -9.81, 0.0])
        if count % 45 == 0:
            mbs.SetObjectParameter(s.mass, "physicsMass", 1.0 + 0.1 * (count % 7))
        return True

    mbs.SetPreStepUserFunction(steer)
    return mbs


def other_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return 0.5 * stiffness * deltaL + damping * deltaL_t


def swapped():
    """Springs whose laws are changed on the way: to that of the other one, to one of a module."""
    mbs = springs()

    def stiff(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 1.5 * stiffness * deltaL + damping * deltaL_t

    mbs.SetObjectParameter("spring1", "springForceUserFunction", stiff)

    def swap(mbs, t):
        if 0.3 < t < 0.305:
            mbs.SetObjectParameter("spring1", "springForceUserFunction", other_force)
            mbs.SetObjectParameter("spring2", "springForceUserFunction", stiff)
        if 0.6 < t < 0.605:
            mbs.SetObjectParameter("spring1", "springForceUserFunction", 0)
        return True

    mbs.SetPreStepUserFunction(swap)
    return mbs


def doubled():
    """A pendulum with two rods that say the same: explicit solvers share the load."""
    s = pendulum(assemble=False)
    s.mbs.AddObject(DistanceConstraint(markerNumbers=[s.fixed, s.end], distance=1.0))
    return s.mbs


def doubled_later():
    """The same with a second rod that is switched on in the midst of the run."""
    s = pendulum(assemble=False)
    ends = [s.fixed, s.end]
    s.mbs.AddObject(
        DistanceConstraint(name="twin", markerNumbers=ends, distance=1.0, activeConnector=False)
    )

    def switch_on(mbs, t):
        mbs.SetObjectParameter("twin", "activeConnector", t > 0.6)
        return True

    s.mbs.SetPreStepUserFunction(switch_on)
    return s.mbs


def large_numbers(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    """After 0.3 s compiled code fails, whose whole numbers have 64 bits."""
    number = 3
    for _ in range(70):
        number *= 10
    return stiffness * deltaL / (1.0 if t <= 0.3 else number / 3e70)


# ------------------------------------------------------------------ cases


def _settings(end=1.0, steps=100, record=0.0, period=0.25, **integration):
    settings = make_settings(end, steps, record, **integration)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartWritePeriod = period
    return settings


def _modified(settings):
    settings.timeIntegration.newton.useModifiedNewton = True
    return settings


def _index2(settings):
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    return settings


def _automatic(settings):
    settings.timeIntegration.generalizedAlpha.automaticStepSize = True
    return settings


def _hard():
    settings = hard_settings()
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartWritePeriod = 0.07
    return settings


def sliding_mass():
    """A mass that slides from one cable to the next."""
    return on_cable(False, speed=3.0)[0]


def lifted():
    """A mass on a cylinder with open valves and on a rope over a sheave; it meets a stop."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, 1, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=50, physicsInertia=2))
    foot, top = (mbs.AddMarker(MarkerBodyRigid(bodyNumber=number)) for number in (ground, body))
    oil = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=[2e5, 2e5]))
    mbs.AddObject(
        HydraulicActuatorSimple(
            markerNumbers=[foot, top], nodeNumbers=[oil], offsetLength=0.9, strokeLength=1,
            chamberCrossSection0=2e-3, chamberCrossSection1=1e-3, hoseVolume0=1e-2,
            hoseVolume1=1e-2, oilBulkModulus=1e7, nominalFlow=1e-6, systemPressure=1e6,
            valveOpening0=1, valveOpening1=-1, actuatorDamping=100,
        )
    )  # fmt: skip
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[x, 0, 0]))
        for x in (-0.4, 0.5)
    ]
    mbs.AddObject(
        ReevingSystemSprings(
            markerNumbers=[ends[0], top, ends[1]], sheavesRadii=[0, 0.2, 0],
            sheavesAxes=[[0, 0, 1], [0, 0, -1], [0, 0, 1]], stiffnessPerLength=2e3,
            dampingPerLength=10, referenceLength=2.2,
        )
    )  # fmt: skip
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1))
    zero = mbs.AddNode(NodePointGround())
    stop = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=1))
        for number in (node, zero)
    ]
    mbs.AddObject(
        ObjectContactCoordinate(
            markerNumbers=stop, nodeNumber=data, contactStiffness=1e5, offset=-0.05
        )
    )
    mbs.Assemble()
    return mbs


CASES = {
    "springs": (springs, _settings, Solver.GeneralizedAlpha),
    "springs, every step": (springs, lambda: _settings(0.1, 10, period=0.0), Solver.RK44),
    "modified Newton": (springs, lambda: _modified(_settings()), Solver.GeneralizedAlpha),
    "rod": (rich_system, _settings, Solver.GeneralizedAlpha),
    "rod, modified Newton": (rich_system, lambda: _modified(_settings()), Solver.GeneralizedAlpha),
    "rod, index 2": (rich_system, lambda: _index2(_settings()), Solver.GeneralizedAlpha),
    "rod, trapezoidal": (rich_system, _settings, Solver.TrapezoidalIndex2),
    "rod, recorded at other times": (
        rich_system, lambda: _settings(record=0.03, period=0.1), Solver.GeneralizedAlpha,
    ),
    "hard spring": (lambda: hard_spring().mbs, _hard, Solver.GeneralizedAlpha),
    "RK44": (springs, _settings, Solver.RK44),
    "RK44, first order": (rich_system, _settings, Solver.RK44),
    "VelocityVerlet": (springs, _settings, Solver.VelocityVerlet),
    "RATTLE": (double_pendulum, _settings, Solver.VelocityVerlet),
    "RATTLE, first order": (rich_system, _settings, Solver.VelocityVerlet),
    "DOPRI5": (springs, lambda: _settings(steps=20), Solver.DOPRI5),
    "DOPRI5, rod": (rich_system, lambda: _settings(steps=20, record=0.05), Solver.DOPRI5),
    "ODE23": (double_pendulum, lambda: _settings(steps=20, record=0.05), Solver.ODE23),
    "turning body": (turning_body, _settings, Solver.GeneralizedAlpha),
    "turning body, RK44": (turning_body, _settings, Solver.RK44),
    "turning body, VelocityVerlet": (turning_body, _settings, Solver.VelocityVerlet),
    "events": (bouncing, lambda: _settings(4.0, 40, 0.05, 0.6), Solver.DOPRI5),
    "events, every step": (bouncing, lambda: _settings(0.8, 8, 0.0, 0.0), Solver.DOPRI5),
    "sensors of events": (tossed, lambda: _settings(2.0, 100, 0.05, 0.3), Solver.DOPRI5),
    "sensors of events, implicit": (
        tossed, lambda: _settings(2.0, 400, 0.05, 0.3), Solver.GeneralizedAlpha,
    ),
    "sensors of events, every step": (
        tossed, lambda: _settings(1.0, 40, 0.0, 0.0), Solver.GeneralizedAlpha,
    ),
    "sensors of events, RK44": (tossed, lambda: _settings(2.0, 400, 0.05, 0.3), Solver.RK44),
    "sensors of events, VelocityVerlet": (
        tossed, lambda: _settings(2.0, 400, 0.05, 0.3), Solver.VelocityVerlet,
    ),
    "sensors of events, automatic": (
        tossed, lambda: _automatic(_settings(2.0, 100, 0.05, 0.3)), Solver.GeneralizedAlpha,
    ),
    "automatic": (springs, lambda: _automatic(_settings(1.0, 20)), Solver.GeneralizedAlpha),
    "automatic, modified Newton": (
        rich_system, lambda: _modified(_automatic(_settings(1.0, 20))), Solver.GeneralizedAlpha,
    ),
    "unilateral, implicit": (bouncing, lambda: _settings(2.0, 400), Solver.GeneralizedAlpha),
    "on a cable": (sliding_mass, lambda: _settings(0.5, 200, period=0.05), Solver.GeneralizedAlpha),
    "on a cable, RK44": (sliding_mass, lambda: _settings(0.5, 1000, period=0.05), Solver.RK44),
    "closed loops": (closed_loops, _settings, Solver.GeneralizedAlpha),
    "rolling": (rolling, _settings, Solver.GeneralizedAlpha),
    "rolling, index 2": (rolling, lambda: _index2(_settings()), Solver.GeneralizedAlpha),
    "rolling, RK44": (rolling, _settings, Solver.RK44),
    "rolling, VelocityVerlet": (rolling, _settings, Solver.VelocityVerlet),
    "sliding": (sliding, _settings, Solver.GeneralizedAlpha),
    "sliding, not located": (
        sliding, lambda: _unlocated(_settings(1.0, 500)), Solver.GeneralizedAlpha,
    ),
    "sliding, RK44": (sliding, _settings, Solver.RK44),
    "sliding, DOPRI5": (sliding, lambda: _settings(1.0, 20), Solver.DOPRI5),
    "driven, Euler parameters": (
        driven(Node.RotationEulerParameters), lambda: _settings(steps=20), Solver.DOPRI5,
    ),
    "driven, angles": (
        driven(Node.RotationRxyz), lambda: _settings(steps=20, record=0.05), Solver.DOPRI5,
    ),
    "driven, rotation vectors": (
        driven(Node.RotationRotationVector), _settings, Solver.GeneralizedAlpha,
    ),
    "driven, automatic": (
        driven(Node.RotationEulerParameters), lambda: _automatic(_settings(1.0, 20)),
        Solver.GeneralizedAlpha,
    ),
    "compiled function": (with_function(exu.compiled), _settings, Solver.GeneralizedAlpha),
    "compiled function that fails": (
        with_function(lambda law: large_numbers), _settings, Solver.GeneralizedAlpha,
    ),
    "called back": (with_function(exu.called_back), _settings, Solver.GeneralizedAlpha),
    "compiled function, RK44": (with_function(exu.compiled), _settings, Solver.RK44),
    "variables": (watched, _settings, Solver.GeneralizedAlpha),
    "laws swapped": (swapped, lambda: _settings(1.0, 200), Solver.GeneralizedAlpha),
    "steered": (steered, lambda: _settings(1.0, 200, period=0.101), Solver.GeneralizedAlpha),
    "steered, index 2": (
        steered, lambda: _index2(_settings(1.0, 200, period=0.101)), Solver.GeneralizedAlpha,
    ),
    "steered, RK44": (steered, lambda: _settings(1.0, 200, period=0.101), Solver.RK44),
    "steered, DOPRI5": (steered, lambda: _settings(1.0, 100, period=0.101), Solver.DOPRI5),
    "chain": (chain, lambda: _settings(0.2, 40, period=0.05), Solver.GeneralizedAlpha),
    "chain, modified Newton": (
        chain, lambda: _modified(_settings(0.2, 40, period=0.05)), Solver.GeneralizedAlpha,
    ),
    "chain of rods": (
        lambda: chain(200, True), lambda: _settings(0.1, 20, period=0.025), Solver.GeneralizedAlpha,
    ),
    "chain, RK44": (chain, lambda: _settings(0.1, 400, 0.01, 0.025), Solver.RK44),
    "net": (net, lambda: _modified(_settings(0.4, 40, period=0.1)), Solver.GeneralizedAlpha),
    "hydraulics": (lifted, _settings, Solver.GeneralizedAlpha),
    "hydraulics, RK44": (lifted, lambda: _settings(steps=400), Solver.RK44),
    "shared loads": (doubled, _settings, Solver.RK44),
    "shared loads from the midst": (doubled_later, _settings, Solver.RK44),
    "shared loads, RATTLE": (doubled, _settings, Solver.VelocityVerlet),
}  # fmt: skip
"""Name -> function that makes the system, function that makes the settings, solver."""


def solve(name, restart_file, stream="", wall_period=0.0, **how):
    """Run a case; restart_file -- where its checkpoints go."""
    make, settings, solver = CASES[name]
    chosen = settings()
    chosen.solutionSettings.restartFileName = str(restart_file)
    chosen.solutionSettings.restartWallPeriod = wall_period
    chosen.solutionSettings.streamFileName = str(stream)
    return make().SolveDynamic(chosen, solver, **how)
