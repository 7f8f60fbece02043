# Kinematic trees: markers and sensors on links, loads and springs, robots as trees
import exudyn as exu
import numpy as np
from exudyn.robotics import RobotBase, RobotTool
from exudyn.robotics.models import LinkDict2Robot, ManipulatorPuma560
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:

    class ExudynTestGlobals:
        useGraphics = False

    exudynTestGlobals = ExudynTestGlobals()

result = []


def Run(mbs, solver, endTime=0.25, steps=250):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = endTime
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings, solverType=solver)


# a chain of links with control, a spring and a force at its end
for solver in (exu.DynamicSolverType.RK44, exu.DynamicSolverType.GeneralizedAlpha):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.1, 0.2, -0.3],
            initialCoordinates=[0, 0.1, 0],
            initialCoordinates_t=[1, -1, 0.5],
            numberOfODE2Coordinates=3,
        )
    )
    transformations = exu.Matrix3DList()
    offsets = exu.Vector3DList()
    inertias = exu.Matrix3DList()
    centers = exu.Vector3DList()
    for k in range(3):
        transformations.Append(RotationMatrixX(0.5 * k))
        offsets.Append([0.5 * (k > 0), 0, 0.1 * k])
        inertias.Append(np.diag([0.01, 0.1 + 0.1 * k, 0.2]))
        centers.Append([0.25, 0, 0.05 * k])
    tree = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[
                exu.JointType.RevoluteZ,
                exu.JointType.RevoluteY,
                exu.JointType.RevoluteX,
            ],
            linkParents=[-1, 0, 1],
            jointTransformations=transformations,
            jointOffsets=offsets,
            linkInertiasCOM=inertias,
            linkCOMs=centers,
            linkMasses=[5, 4, 3],
            baseOffset=[0.5, 0, 1],
            gravity=[0, 0, -9.81],
            jointForceVector=[1, 2, 3],
            jointPControlVector=[5, 0, 2],
            jointDControlVector=[0.5, 0, 0.1],
            jointPositionOffsetVector=[0.1, 0, 0.2],
            jointVelocityOffsetVector=[0, 0, 0.3],
        )
    )
    tip = mbs.AddMarker(
        MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=2, localPosition=[0.5, 0, 0])
    )
    ground = mbs.CreateGround()
    fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[1, 1, 1]))
    mbs.AddObject(
        CartesianSpringDamper(markerNumbers=[fixed, tip], stiffness=[50, 60, 70], damping=[1, 2, 3])
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[1, 2, 3]))
    sensors = []
    for quantity in (
        exu.OutputVariableType.Position,
        exu.OutputVariableType.Velocity,
        exu.OutputVariableType.AngularVelocity,
        exu.OutputVariableType.AngularVelocityLocal,
        exu.OutputVariableType.RotationMatrix,
    ):
        sensors.append(
            mbs.AddSensor(
                SensorKinematicTree(
                    objectNumber=tree,
                    linkNumber=1,
                    localPosition=[0.1, 0.2, 0.3],
                    outputVariableType=quantity,
                    storeInternal=True,
                    writeToFile=False,
                )
            )
        )
    Run(mbs, solver)
    result += list(mbs.GetNodeOutput(0, exu.OutputVariableType.Coordinates))
    for sensor in sensors:
        result += list(np.ravel(mbs.GetSensorValues(sensor)))

# a robot as a tree
SC = exu.SystemContainer()
mbs = SC.AddSystem()
robot = LinkDict2Robot(ManipulatorPuma560())
robot.base = RobotBase(HT=HTtranslate([0.1, 0.2, 0.3]))
robot.tool = RobotTool(HT=HTtranslate([0, 0, 0.1]))
robot.referenceConfiguration = np.array([0.1, -0.2, 0.3, 0.4, 0.5, 0.6])
made = robot.CreateKinematicTree(mbs)
hand = mbs.AddMarker(
    MarkerKinematicTreeRigid(objectNumber=made["objectKinematicTree"], linkNumber=5)
)
mbs.AddLoad(Torque(markerNumber=hand, loadVector=[0.1, 0.2, 0.3]))
Run(mbs, exu.DynamicSolverType.RK44, 0.1, 1000)
result += list(mbs.GetNodeOutput(made["nodeGeneric"], exu.OutputVariableType.Coordinates))

exudynTestGlobals.testResult = result
exu.Print("result =", np.sum(np.abs(result)))
