# cables on circles: pressed (static), bouncing, sliding with bristles, wrapped around a capstan
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []
Out = exu.OutputVariableType


def Bar(center, segments, friction, data, force, velocity=0., slides=False, **values):
    """one element that does not turn, over a circle of radius 0.2"""
    mbs = SC.AddSystem()
    nGround = mbs.AddNode(NodePointGround())
    mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
    nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0],
                                           initialVelocities=[0, velocity, 0, 0]))
             for x in (-0.5, 0.5)]
    cable = mbs.AddObject(Cable2D(physicsLength=1, physicsMassPerLength=1,
                                  physicsBendingStiffness=1, physicsAxialStiffness=1e6,
                                  nodeNumbers=nodes))
    for node in nodes:
        for c in ([2, 3] if slides else [0, 2, 3]):
            m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=c))
            mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, m]))
        m = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddLoad(Force(markerNumber=m, loadVector=force))
    for c in ([0, 1] if slides else [1]):
        m = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c)) for n in nodes]
        mbs.AddObject(CoordinateConstraint(markerNumbers=m))
    nData = mbs.AddNode(NodeGenericData(initialCoordinates=data, numberOfDataCoordinates=len(data)))
    oGround = mbs.AddObject(ObjectGround(referencePosition=center + [0]))
    mCircle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround))
    mCable = mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=cable, numberOfSegments=segments))
    kind = ObjectContactFrictionCircleCable2D if friction else ObjectContactCircleCable2D
    contact = mbs.AddObject(kind(markerNumbers=[mCircle, mCable], nodeNumber=nData,
                                 numberOfContactSegments=segments, circleRadius=0.2, **values))
    mbs.Assemble()
    return mbs, nodes, contact


def Settings(end, steps):
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = end
    s.timeIntegration.numberOfSteps = steps
    s.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    s.timeIntegration.newton.relativeTolerance = 1e-9
    s.timeIntegration.newton.absoluteTolerance = 1e-9
    s.timeIntegration.verboseMode = 0
    s.timeIntegration.discontinuous.maxIterations = 8
    s.timeIntegration.discontinuous.iterationTolerance = 1e-3
    s.solutionSettings.writeSolutionToFile = False
    s.staticSolver.newton.relativeTolerance = 1e-10
    s.staticSolver.newton.absoluteTolerance = 1e-10
    s.staticSolver.discontinuous.maxIterations = 20
    s.staticSolver.discontinuous.iterationTolerance = 1e-8
    s.staticSolver.verboseMode = 0
    return s


for segments, x in ((1, 0.1), (2, 0.), (3, 0.)):
    mbs, nodes, contact = Bar([x, -0.2], segments, False, [-1e-10] * segments, [0, -2.5, 0],
                              contactStiffness=1e3)
    mbs.SolveStatic(Settings(1, 1))
    result.append(mbs.GetNodeOutput(nodes[0], Out.Displacement)[1])
    result += list(mbs.systemData.GetDataCoordinates())

mbs, nodes, contact = Bar([0.1, -0.25], 1, False, [0.05], [0, 0, 0], velocity=-1.,
                          contactStiffness=1e3)
mbs.SolveDynamic(Settings(0.2, 400))
result += [mbs.GetNodeOutput(nodes[0], Out.Displacement)[1],
           mbs.GetNodeOutput(nodes[0], Out.Velocity)[1]]
result += list(mbs.systemData.GetDataCoordinates())

for Fx, muV, muK in ((2, 0, 1e3), (5, 0, 1e3), (2, 50, 1e3), (5, 50, 0)):
    mbs, nodes, contact = Bar([0.1, -0.199], 1, True, [-1e-10, -2, 0], [Fx / 2, -5, 0],
                              slides=True, contactStiffness=1e4, frictionCoefficient=0.3,
                              frictionStiffness=muK, frictionVelocityPenalty=muV,
                              contactDamping=20)
    mbs.SolveDynamic(Settings(0.1, 500))
    result += [100 * mbs.GetNodeOutput(nodes[0], Out.Displacement)[0],
               mbs.GetNodeOutput(nodes[0], Out.Velocity)[0]]
    result += list(mbs.GetObjectOutput(contact, Out.ForceLocal))
    result += list(mbs.GetObjectOutput(contact, Out.Coordinates))
    result += list(mbs.GetObjectOutput(contact, Out.Coordinates_t))
    result += list(mbs.systemData.GetDataCoordinates())

for segmentNormals in (True, False):
    mbs = SC.AddSystem()
    nGround = mbs.AddNode(NodePointGround())
    mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
    r, straight, n = 0.2, 0.3, 12
    total = 2 * straight + pi * r
    nodes = []
    for k in range(n + 1):
        s = total * k / n
        if s <= straight:
            q = [-r, -straight + s, 0, 1]
        elif s >= straight + pi * r:
            q = [r, -(s - straight - pi * r), 0, -1]
        else:
            phi = pi - (s - straight) / r
            q = [r * cos(phi), r * sin(phi), sin(phi), -cos(phi)]
        nodes.append(mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=q)))
    nDisc = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, 0, 0],
                                        initialVelocities=[0, 0, -2]))
    disc = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=1, nodeNumber=nDisc))
    mDisc = mbs.AddMarker(MarkerBodyRigid(bodyNumber=disc))
    for c in range(2):
        m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nDisc, coordinate=c))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, m]))
        m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=c))
        held = mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, m]))
    m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nDisc, coordinate=2))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, m], offset=-2, velocityLevel=True))
    m = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
    mbs.AddLoad(Force(markerNumber=m, loadVector=[0, -10, 0]))
    for k in range(n):
        cable = mbs.AddObject(Cable2D(physicsLength=total / n, physicsMassPerLength=0.1,
                                      physicsBendingStiffness=1e-3, physicsAxialStiffness=1e3,
                                      physicsAxialDamping=0.5, nodeNumbers=nodes[k:k + 2]))
        nData = mbs.AddNode(NodeGenericData(initialCoordinates=[0.1] * 4 + [-2] * 4 + [0] * 4,
                                            numberOfDataCoordinates=12))
        m = mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=cable, numberOfSegments=4))
        mbs.AddObject(ObjectContactFrictionCircleCable2D(
            markerNumbers=[mDisc, m], nodeNumber=nData, numberOfContactSegments=4,
            contactStiffness=1e4, contactDamping=5, frictionVelocityPenalty=100,
            frictionCoefficient=0.2, circleRadius=r, useSegmentNormals=segmentNormals))
    mbs.Assemble()
    s = Settings(0.5, 1000)
    s.timeIntegration.generalizedAlpha.spectralRadius = 0.6
    mbs.SolveDynamic(s)
    result.append(mbs.GetObjectOutput(held, Out.Force))
    result += list(mbs.GetNodeOutput(nodes[n // 2], Out.Position)[0:2])
    result += list(mbs.GetNodeOutput(nodes[-1], Out.Position)[0:2])

exudynTestGlobals.testResult = result
