# rope over sheaves in plane and space, with winding coordinates
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

result = []
for case in range(2):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    oGround = mbs.AddObject(ObjectGround())
    zAxis = np.array([0, 0, 1.])
    mEnds = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=p))
             for p in [[-0.5, 0, 0], [1.3, 0, 0]]]
    sheaves = []
    nodes = []
    for i, x in enumerate([0., 0.8]):
        node = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[x, -1+0.2*i, 0, 0, 0, 0],
                                             initialVelocities=[0, 0.5*i, 0, 0, 0, 0.3]))
        body = mbs.AddObject(ObjectRigidBody(physicsMass=10+5*i, physicsInertia=[1, 1.2, 0.5, 0, 0, 0],
                                             nodeNumber=node))
        mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(LoadMassProportional(markerNumber=mMass, loadVector=[0, -9.81, 0]))
        mCenter = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
        mFixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=[x, -1+0.2*i, 0]))
        mbs.AddObject(CartesianSpringDamper(markerNumbers=[mFixed, mCenter], stiffness=[500, 200, 300],
                                            damping=[10, 10, 10]))
        sheaves += [mCenter]
        nodes += [node]
    markers = [mEnds[0]] + sheaves + [mEnds[1]]
    factors = {}
    if case == 1:
        nDrum = mbs.AddNode(Node1D(referenceCoordinates=[0]))
        mbs.AddObject(ObjectRotationalMass1D(physicsInertia=2., nodeNumber=nDrum))
        mDrum = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nDrum, coordinate=0))
        nPG = mbs.AddNode(NodePointGround())
        mPG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nPG, coordinate=0))
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mPG, mDrum], stiffness=100, damping=5))
        markers += [mDrum, mPG]
        factors = dict(hasCoordinateMarkers=True, coordinateFactors=[0.2, 1])
    LRef = 3.2 if case == 0 else 3.1
    oRope = mbs.AddObject(ReevingSystemSprings(markerNumbers=markers, stiffnessPerLength=5e3,
        dampingPerLength=50., dampingTorsional=0.01*50, dampingShear=0.1*50, regularizationForce=1.,
        referenceLength=LRef, sheavesAxes=exu.Vector3DList([zAxis, zAxis, zAxis, zAxis]),
        sheavesRadii=[0, 0.2, 0.25, 0], visualization=VReevingSystemSprings(ropeRadius=0.02), **factors))
    sForce = mbs.AddSensor(SensorObject(objectNumber=oRope, storeInternal=True,
                                        outputVariableType=exu.OutputVariableType.ForceLocal))
    mbs.Assemble()
    simulationSettings = exu.SimulationSettings()
    simulationSettings.timeIntegration.numberOfSteps = 2000
    simulationSettings.timeIntegration.endTime = 0.5
    simulationSettings.timeIntegration.verboseMode = 0
    simulationSettings.timeIntegration.newton.relativeTolerance = 1e-10
    simulationSettings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(simulationSettings)
    for node in nodes:
        result += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
        result += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Rotation))
    result += [mbs.GetObjectOutput(oRope, exu.OutputVariableType.Distance),
               mbs.GetObjectOutput(oRope, exu.OutputVariableType.VelocityLocal),
               0.01*mbs.GetObjectOutput(oRope, exu.OutputVariableType.ForceLocal),
               0.01*mbs.GetSensorStoredData(sForce)[10, 1]]
print(result)
exudynTestGlobals.testResult = result
