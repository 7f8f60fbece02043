"""Spring forces written in Python
===============================

The law of a spring is a Python function: one that is compiled, and one that is called back because
it appends to a list. Both give the same motion.
"""

import linkwork as exu
from linkwork.items import *

stiffness, cubic, damping = 200.0, 5e4, 0.5  # N/m, N/m^3, N s/m
forces_seen = []


def stiffening(mbs, t, itemNumber, u, v, k, d, F0):
    """Plain arithmetic: compiled to machine code."""
    return k * u + d * v + cubic * u**3


def stiffening_with_log(mbs, t, itemNumber, u, v, k, d, F0):
    """The same law, but it appends to a Python list: called back for every evaluation."""
    force = k * u + d * v + cubic * u**3
    forces_seen.append(force)
    return force


def motion(law):
    """Position [m] after 1 s of a mass released 0.1 m from its rest position; the solution."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.1, 0, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(
        SpringDamper(
            markerNumbers=markers,
            referenceLength=1,
            stiffness=stiffness,
            damping=damping,
            springForceUserFunction=law,
        )
    )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1000
    solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    return mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0], solution


compiled, solution = motion(stiffening)
called, _ = motion(stiffening_with_log)

print(f"compiled law: {compiled:.12f} m, called back: {called:.12f} m")
print(f"the callback was evaluated {len(forces_seen)} times, up to {max(forces_seen):.2f} N")
assert abs(compiled - called) < 1e-12
assert len(forces_seen) >= 4000
assert abs(max(forces_seen) - (stiffness * 0.1 + cubic * 0.1**3)) < 1e-9
