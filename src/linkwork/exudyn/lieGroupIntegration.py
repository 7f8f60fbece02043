"""Runge-Kutta methods for rigid bodies with rotation vectors, in place of Newton's method.

    LieGroupExplicitRKInitialize(mbs)
    solver = exudyn.MainSolverImplicitSecondOrder()
    solver.SetUserFunctionNewton(mbs, UserFunctionNewtonLieGroupRK4)
    solver.SolveSystem(mbs, simulationSettings)

Rotations nu with angular velocities w are integrated in the exponential map (Munthe-Kaas): a stage
K = h T^-1(c K_before) (w + c k_before) is a rotation vector that is composed onto the start of the
step, and k = h w' a change of the angular velocity. MainSolverExplicit does the same in compiled
code, much faster.
"""

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn import _missing
from linkwork.rigid.compositions import CompositionRuleForRotationVectors
from linkwork.rigid.lie_groups import TExpSO3Inv

ROTATION = slice(3, 6)
"""The coordinates of a rotation among those of its node."""


def LieGroupExplicitRKInitialize(mainSys):
    """List rotations and constrained coordinates of a system in its dictionary `sys`."""
    firsts, references = [], []
    for number in range(mainSys.systemData.NumberOfNodes()):
        node = mainSys.GetNode(number)
        if node["nodeType"] == "RigidBodyRotVecLG":
            firsts.append(mainSys.GetNodeODE2Index(number))
            references.append(np.array(node["referenceCoordinates"][ROTATION], dtype=float))
    mainSys.sys["lieGroupODE2indices"] = firsts
    mainSys.sys["lieGroupReferenceRotations"] = references
    held, equal = [], []
    for number in range(mainSys.systemData.NumberOfObjects()):
        item = mainSys.GetObject(number)
        if item["objectType"] == "ConnectorCoordinate":
            ends = [_coordinate_of(mainSys, int(marker)) for marker in item["markerNumbers"]]
            moving = [end for end in ends if end is not None]
            if len(moving) == 2:
                equal.append(moving)
            else:
                held += moving
    mainSys.sys["constrainedToGroundCoordinatesList"] = held
    mainSys.sys["constrainedCoordinatesList"] = equal


def _coordinate_of(mainSys, marker):
    """Number of the coordinate of a MarkerNodeCoordinate in the system; None: of the ground."""
    item = mainSys.GetMarker(marker)
    if "coordinate" not in item or "nodeNumber" not in item:
        _missing.refuse(
            "LieGroupExplicitRKInitialize", "constraints must act on MarkerNodeCoordinate"
        )
    node = int(item["nodeNumber"])
    if mainSys.GetNode(node)["nodeType"] == "PointGround":
        return None
    return mainSys.GetNodeODE2Index(node) + item["coordinate"]


def ExplicitRKApplyCoordinateConstraints(mainSys):
    """Set constrained coordinates and their velocities: to zero, or the second to the first."""
    data = mainSys.systemData
    q, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
    for values in (q, v):
        values[mainSys.sys["constrainedToGroundCoordinatesList"]] = 0.0
        for first, second in mainSys.sys["constrainedCoordinatesList"]:
            values[second] = values[first]
    data.SetODE2Coordinates(q)
    data.SetODE2Coordinates_t(v)


def ExplicitRKComputeSystemAcceleration(mainSolver, mainSys, nODE2):
    """M^-1 F of the present state.

    The first coordinate of an equal pair moves both masses by both forces; the second has the
    acceleration of its own.
    """
    mainSolver.ComputeMassMatrix(mainSys)
    mainSolver.ComputeODE2RHS(mainSys)
    M, F = mainSolver.GetSystemMassMatrix(), mainSolver.GetSystemResidual()[:nODE2]
    found = np.linalg.solve(M, F)
    pairs = mainSys.sys["constrainedCoordinatesList"]
    if pairs:
        follows, seconds = np.eye(nODE2), [second for _, second in pairs]
        for first, second in pairs:
            follows[second] = follows[first]
        kept = np.setdiff1d(np.arange(nODE2), seconds)
        T = follows[:, kept]
        found[kept] = np.linalg.solve(T.T @ M @ T, T.T @ F)
    return found


def LieGroupComputeKstage(mainSys, u0, v0, h, nODE2, Kprev, kprev, factK):
    """h times the rates of a stage; those of rotations are rotation vectors."""
    made = h * (np.asarray(v0, dtype=float) + factK * np.asarray(kprev))
    for first in mainSys.sys["lieGroupODE2indices"]:
        rotation = slice(first + 3, first + 6)
        made[rotation] = TExpSO3Inv(factK * np.asarray(Kprev)[rotation]) @ made[rotation]
    return made


def LieGroupUpdateStageSystemCoordinates(mainSys, u0, v0, nODE2, Kprev, kprev, factK):
    """Set the state of a stage: u0 composed with factK Kprev, and v0 + factK kprev."""
    step = factK * np.asarray(Kprev, dtype=float)
    made = np.asarray(u0, dtype=float) + step
    pairs = zip(
        mainSys.sys["lieGroupODE2indices"], mainSys.sys["lieGroupReferenceRotations"], strict=True
    )
    for first, reference in pairs:
        rotation = slice(first + 3, first + 6)
        start = np.asarray(u0)[rotation] + reference
        made[rotation] = CompositionRuleForRotationVectors(start, step[rotation]) - reference
    mainSys.systemData.SetODE2Coordinates(made)
    mainSys.systemData.SetODE2Coordinates_t(np.asarray(v0) + factK * np.asarray(kprev))
    ExplicitRKApplyCoordinateConstraints(mainSys)


def UserFunctionNewtonLieGroupRK4(mainSolver, mainSys, sims):
    """A step of the classical method of four stages, in place of Newton's method."""
    data, scalars = mainSys.systemData, mainSys._data.scalars
    n, h, end = mainSolver.GetODE2size(), mainSolver.it.currentStepSize, data.GetTime()
    u0, v0 = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
    K, k = np.zeros(n), np.zeros(n)
    turns, changes = np.zeros(n), np.zeros(n)
    try:
        for place, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
            scalars.t = end - h + place * h
            before, rates = K, k
            if place:
                LieGroupUpdateStageSystemCoordinates(mainSys, u0, v0, n, before, rates, place)
            K = LieGroupComputeKstage(mainSys, u0, v0, h, n, before, rates, place)
            k = h * ExplicitRKComputeSystemAcceleration(mainSolver, mainSys, n)
            turns, changes = turns + weight / 6.0 * K, changes + weight / 6.0 * k
    finally:
        scalars.t = end
    LieGroupUpdateStageSystemCoordinates(mainSys, u0, v0, n, turns, changes, 1.0)
    return True


# ---------------------------------------------------------------------- one body


def ComputeStepWithRK1(ODE2RHS, v0, w0, h):
    """[rotation vector, angular velocity] after a step of Euler's method, with the new velocity.

    ODE2RHS(v, w) returns the angular acceleration.
    """
    return ComputeStepWithRK1FromAcceleration(ODE2RHS(v0, w0), v0, w0, h)


def ComputeStepWithRK1FromAcceleration(v0_t, v0, w0, h):
    """The same for a known angular acceleration v0_t."""
    w = np.asarray(w0, dtype=float) + h * np.asarray(v0_t, dtype=float)
    return [CompositionRuleForRotationVectors(v0, h * w), w]


def ComputeStepWithRK4(ODE2RHS, v0, w0, h):
    """[rotation vector, angular velocity] after a step of the classical method."""
    w0 = np.asarray(w0, dtype=float)
    K, k = np.zeros(3), np.zeros(3)
    turn, change = np.zeros(3), np.zeros(3)
    for place, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
        before, rates = place * K, place * k
        w = w0 + rates
        K = h * TExpSO3Inv(before) @ w
        k = h * np.asarray(ODE2RHS(CompositionRuleForRotationVectors(v0, before), w))
        turn, change = turn + weight / 6.0 * K, change + weight / 6.0 * k
    return [CompositionRuleForRotationVectors(v0, turn), w0 + change]


STEPS = {"RK1": ComputeStepWithRK1, "RK4": ComputeStepWithRK4}


def RK_SolveEulersEOMWithProposedApproach(ODE2RHS, v0, w0, tEnd, numberOfSteps, solver):
    """Rotation of a body by steps of "RK1" or "RK4": time, rotationVector, angularVelocity."""
    if solver not in STEPS:
        raise ValueError(f"solver must be one of {', '.join(STEPS)}, got {solver!r}")
    rows = [[np.array(v0, dtype=float), np.array(w0, dtype=float)]]
    for _ in range(numberOfSteps):
        rows.append(STEPS[solver](ODE2RHS, *rows[-1], tEnd / numberOfSteps))
    return {
        "time": np.linspace(0.0, tEnd, numberOfSteps + 1),
        "rotationVector": np.array([row[0] for row in rows]),
        "angularVelocity": np.array([row[1] for row in rows]),
    }
