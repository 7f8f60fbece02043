# Robots of rigid bodies and joints: a serial robot with springs, torques and user functions
import numpy as np

import exudyn as exu
from exudyn.robotics import Robot, RobotBase, RobotLink, RobotTool, VRobotLink
from exudyn.robotics.models import LinkDict2Robot, Manipulator3RSimple, ManipulatorPuma560
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:

    class ExudynTestGlobals:
        useGraphics = False

    exudynTestGlobals = ExudynTestGlobals()

result = []


def CreateRobot(jointTypes, controls):
    baseHT = HTtranslate([1, 2, 3]) @ HTrotateY(0.3)
    robot = Robot(
        gravity=[0.1, 0.2, -9],
        base=RobotBase(HT=baseHT),
        tool=RobotTool(HT=HTtranslate([0, 0, 0.2])),
        referenceConfiguration=[0.1, -0.2, 0.3],
    )
    for i, jointType in enumerate(jointTypes):
        inertia = np.diag([1, 2, 2.5])
        inertia[0, 1] = inertia[1, 0] = 0.1 * i
        robot.AddLink(
            RobotLink(
                mass=1.0 + i,
                COM=[0.1, 0.2, 0.3 * i],
                inertia=inertia,
                localHT=HTtranslate([0.5, 0, 0.1 * i]) @ HTrotateX(0.2),
                jointType=jointType,
                preHT=HTtranslate([0, 0.1 * i, 0]) @ HTrotateY(0.4 * i * (jointType[0] == "R")),
                PDcontrol=controls[i],
                visualization=VRobotLink(showMBSjoint=False),
            )
        )
    return robot


def JointTorque(mbs, t, load):
    return [3 * np.cos(5 * t) * load[0], 3 * np.cos(5 * t) * load[1], 3 * np.cos(5 * t) * load[2]]


def Run(mbs, bodies, endTime=0.2):
    sensors = []
    for body in bodies:
        for quantity in (exu.OutputVariableType.Position, exu.OutputVariableType.AngularVelocity):
            sensors.append(
                mbs.AddSensor(
                    SensorBody(bodyNumber=body, outputVariableType=quantity, writeToFile=False)
                )
            )
    mbs.Assemble()
    simulationSettings = exu.SimulationSettings()
    simulationSettings.timeIntegration.endTime = endTime
    simulationSettings.timeIntegration.numberOfSteps = 100
    simulationSettings.timeIntegration.newton.useModifiedNewton = True
    simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    simulationSettings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(simulationSettings)
    return [value for sensor in sensors for value in mbs.GetSensorValues(sensor)]


def Summary(mbs, numbers):
    found = []
    for name in sorted(numbers):
        values = numbers[name]
        if name == "baseObject":
            found.append(int(values))
        elif name.startswith("unit"):
            found += [float(x) for vector in values for x in vector]
        else:
            found += [-1 if x is None else int(x) for x in values]
    data = mbs.systemData
    found += [data.NumberOfNodes(), data.NumberOfObjects()]
    found += [data.NumberOfMarkers(), data.NumberOfLoads()]
    for joint in numbers["jointList"]:
        item = mbs.GetObject(joint)
        found += list(item["constrainedAxes"])
        found += list(np.ravel(item["rotationMarker0"])) + list(np.ravel(item["rotationMarker1"]))
    for body in numbers["bodyList"]:
        item = mbs.GetObject(body)
        found += [item["physicsMass"], *item["physicsInertia"], *item["physicsCenterOfMass"]]
    for node in numbers["nodeList"]:
        found += list(mbs.GetNode(node)["referenceCoordinates"])
    for marker in numbers["markerList0"] + numbers["markerList1"]:
        found += list(mbs.GetMarker(marker)["localPosition"])
    return found


baseRotation = RotationMatrixY(0.3).tolist()

# springs about and along joints, offsets that change
SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround(referencePosition=[1, 2, 3]))
mBase = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround))
robot = CreateRobot(["Rz", "Rx", "Py"], [(200.0, 20.0), (None, None), (300.0, 30.0)])
numbers = robot.CreateRedundantCoordinateMBS(
    mbs, mBase, createJointTorqueLoads=False, rotationMarkerBase=baseRotation
)
result += Summary(mbs, numbers)


def PreStep(mbs, t):
    mbs.SetObjectParameter(numbers["springDamperList"][0], "offset", 0.5 * np.sin(10 * t))
    mbs.SetObjectParameter(numbers["springDamperList"][2], "velocityOffset", 0.2)
    return True


mbs.SetPreStepUserFunction(PreStep)
result += Run(mbs, numbers["bodyList"])

# torques of user functions
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround(referencePosition=[1, 2, 3]))
mBase = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround))
robot = CreateRobot(["Rz", "Ry", "Rx"], [(None, None)] * 3)
numbers = robot.CreateRedundantCoordinateMBS(
    mbs,
    mBase,
    jointLoadUserFunctionList=[JointTorque] * 3,
    rotationMarkerBase=baseRotation,
    rigidBodyNodeType=exu.NodeType.RotationRxyz,
)
result += Summary(mbs, numbers)
result += Run(mbs, numbers["bodyList"])

# a robot of published data whose weight is compensated by the torques
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround())
mBase = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround))
robot = LinkDict2Robot(Manipulator3RSimple())
robot.referenceConfiguration = [0.1, 0.4, -0.3]
numbers = robot.CreateRedundantCoordinateMBS(mbs, mBase)
result += Summary(mbs, numbers)


def PreStepTorques(mbs, t):
    torques = -robot.StaticTorques(robot.JointHT([0.1, 0.4, -0.3]))
    torques[1] += 2 * t
    for i in range(3):
        for side in "01":
            vector = torques[i] * np.array(numbers["unitTorque" + side + "List"][i])
            mbs.SetLoadParameter(
                numbers["jointTorque" + side + "List"][i], "loadVector", list(vector)
            )
    return True


mbs.SetPreStepUserFunction(PreStepTorques)
result += Run(mbs, numbers["bodyList"])

puma = LinkDict2Robot(ManipulatorPuma560())
q = [0.1, -0.2, 0.3, -0.4, 0.5, -0.6]
result += list(puma.StaticTorques(puma.JointHT(q))) + list(np.ravel(puma.LinkHT(q)[-1]))

exu.Print("robots:", len(result), "numbers")
exudynTestGlobals.testResult = result
