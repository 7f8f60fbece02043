"""Examples of the reference, each a program that runs; tests run all of them.

CREATE has a line for each Create... method, which follows CREATE_START.
"""

from __future__ import annotations

START = """\
import linkwork as exu
from linkwork.items import *

mbs = exu.SystemContainer().AddSystem()
"""
MODEL = (
    START
    + """\
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(name="mass", referencePosition=[1, 0, 0], physicsMass=2)
spring = mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=100, damping=1)
load = mbs.CreateForce(bodyNumber=mass, loadVector=[5, 0, 0])
sensor = mbs.AddSensor(SensorBody(name="path", bodyNumber=mass, storeInternal=True,
                                  outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
"""
)
"""A mass on a spring, pulled by a force, with a sensor."""
SWEPT = MODEL.replace("import linkwork as exu", "import numpy as np\n\nimport linkwork as exu", 1)
SWEPT = SWEPT.replace("stiffness=100", 'name="spring", stiffness=100').replace(
    "mbs.CreateSpringDamper(bodyNumbers=[ground, mass], ",
    "mbs.CreateSpringDamper(bodyNumbers=[ground, mass],\n                                ",
)

CREATE_START = (
    """\
import linkwork as exu
from linkwork.items import *
from linkwork.utilities import (
    DiagonalMatrix, HTtranslate, InertiaCuboid, RigidBodyInertia, TreeLink,
)

mbs = exu.SystemContainer().AddSystem()
"""
    """\
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2)
plate = mbs.CreateRigidBody2D(referencePosition=[0.5, 0], mass=2, inertia=0.2)
brick = mbs.CreateRigidBody(inertia=InertiaCuboid(7800, [1, 0.1, 0.1]),
                            referencePosition=[0.5, 0, 0], gravity=[0, 0, -9.81])
"""
)
CREATE = {
    "CreateGround": "mbs.CreateGround(referencePosition=[0, 1, 0])",
    "CreateMassPoint": """\
mbs.CreateMassPoint(referencePosition=[1, 0, 0], initialVelocity=[0, 2, 0], physicsMass=2,
                    gravity=[0, -9.81, 0])""",
    "CreateRigidBody": """\
mbs.CreateRigidBody(inertia=InertiaCuboid(density=7800, sideLengths=[1, 0.1, 0.1]),
                    referencePosition=[0, 0, 1], initialAngularVelocity=[0, 0, 3],
                    gravity=[0, 0, -9.81])""",
    "CreateRigidBody2D": """\
mbs.CreateRigidBody2D(referencePosition=[0.5, 0], initialVelocity=[0, 1], mass=2, inertia=0.2)""",
    "CreatePrescribedMotion": """\
mbs.CreatePrescribedMotion(bodyNumber=plate, rotationAxis=[0, 0, 1],
                           times=[0, 0.5, 1], values=[0, 0.2, 0.5])""",
    "CreateMovingPoint": """\
mbs.CreateMovingPoint(referencePosition=[2, 0, 0], axis=[0, 1, 0],
                      times=[0, 0.5, 1], values=[0, 0.05, 0])""",
    "CreateSpringDamper": """\
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], referenceLength=0.9, stiffness=100, damping=1)
""",
    "CreateCartesianSpringDamper": """\
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, mass], stiffness=[100, 100, 50],
                                damping=[1, 1, 1], offset=[0.9, 0, 0])""",
    "CreateRigidBodySpringDamper": """\
mbs.CreateRigidBodySpringDamper(bodyNumbers=[ground, brick], stiffness=DiagonalMatrix(6, 1e3),
                                damping=DiagonalMatrix(6, 1))""",
    "CreateTorsionalSpringDamper": """\
mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, brick], axis=[0, 0, 1], stiffness=10,
                                damping=0.1)""",
    "CreateLinearSpringDamper": """\
mbs.CreateLinearSpringDamper(bodyNumbers=[ground, brick], axis=[1, 0, 0], stiffness=100)""",
    "CreateDistanceConstraint": "mbs.CreateDistanceConstraint(bodyNumbers=[ground, mass])",
    "CreateCoordinateConstraint": """\
mbs.CreateCoordinateConstraint(bodyNumbers=[None, mass], coordinates=[None, 1])""",
    "CreateRevoluteJoint2D": """\
mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, plate], position=[0, 0, 0])""",
    "CreatePrismaticJoint2D": """\
mbs.CreatePrismaticJoint2D(bodyNumbers=[ground, plate], position=[0, 0, 0], axis=[1, 0, 0])""",
    "CreateRevoluteJoint": """\
mbs.CreateRevoluteJoint(bodyNumbers=[ground, brick], position=[0, 0, 0], axis=[0, 1, 0])""",
    "CreatePrismaticJoint": """\
mbs.CreatePrismaticJoint(bodyNumbers=[ground, brick], position=[0, 0, 0], axis=[1, 0, 0])""",
    "CreateSphericalJoint": """\
mbs.CreateSphericalJoint(bodyNumbers=[ground, brick], position=[0, 0, 0])""",
    "CreateGenericJoint": """\
mbs.CreateGenericJoint(bodyNumbers=[ground, brick], position=[0, 0, 0],
                       constrainedAxes=[1, 1, 1, 1, 0, 0])""",
    "CreateUniversalJoint": """\
mbs.CreateUniversalJoint(bodyNumbers=[ground, brick], position=[0, 0, 0], axis0=[0, 1, 0],
                         axis1=[0, 0, 1])""",
    "CreateCylindricalJoint": """\
mbs.CreateCylindricalJoint(bodyNumbers=[ground, brick], position=[0, 0, 0], axis=[1, 0, 0])""",
    "CreatePlanarJoint": """\
mbs.CreatePlanarJoint(bodyNumbers=[ground, brick], position=[0, 0, 0], normal=[0, 0, 1])""",
    "CreateRollingDisc": """\
wheel = mbs.CreateRigidBody(inertia=RigidBodyInertia(1, [[0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]),
                            referencePosition=[0, 0, 0.2], initialVelocity=[0, 1, 0],
                            initialAngularVelocity=[-5, 0, 0])
mbs.CreateRollingDisc(bodyNumbers=[ground, wheel], axisPosition=[0, 0, 0], axisVector=[1, 0, 0],
                      discRadius=0.2)""",
    "CreateRollingDiscPenalty": """\
wheel = mbs.CreateRigidBody(inertia=RigidBodyInertia(1, [[0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]),
                            referencePosition=[0, 0, 0.2], gravity=[0, 0, -9.81])
mbs.CreateRollingDiscPenalty(bodyNumbers=[ground, wheel], axisPosition=[0, 0, 0],
                             axisVector=[1, 0, 0], discRadius=0.2, contactStiffness=1e5,
                             contactDamping=100, dryFriction=[0.5, 0.5],
                             dryFrictionProportionalZone=0.01)""",
    "CreateForce": "mbs.CreateForce(bodyNumber=mass, loadVector=[5, 0, 0])",
    "CreateTorque": "mbs.CreateTorque(bodyNumber=brick, loadVector=[0, 0, 0.1])",
    "CreateKinematicTree": """\
rod = InertiaCuboid(1000, [1, 0.1, 0.1]).Translated([0.5, 0, 0])
links = [TreeLink(rod), TreeLink(rod, jointHT=HTtranslate([1, 0, 0]))]
tree = mbs.CreateKinematicTree(listOfTreeLinks=links, gravity=[0, -9.81, 0])""",
    "CreateMutualGravity": """\
moon = mbs.CreateMassPoint(referencePosition=[2, 0, 0], physicsMass=1)
mbs.CreateMutualGravity(bodyNumbers=[mass, moon], gravitationalConstant=1)""",
}
"""Method -> its example."""

EXAMPLES = {
    "state": START + "mbs.variables['limit'] = 3.0     # kept by Reset\nmbs.Reset()\nprint(mbs)\n",
    "adding": START
    + """\
node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
ground = mbs.AddObject(ObjectGround())
ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0.9, stiffness=100))
mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[5, 0, 0]))
mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position))
more = mbs.AddItems(NodePoint, referenceCoordinates=[[2, 0, 0], [3, 0, 0]])
mbs.AddItems(MassPoint, nodeNumber=more, physicsMass=1.5)
mbs.DeleteSensor(0)
mbs.DeleteLoad(0, deleteDependentMarkers=False)
mbs.DeleteObject(2)              # the spring, and with it the markers that only it used
mbs.DeleteObject(1)              # the ground
mbs.DeleteMarker(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
mbs.DeleteNode(mbs.AddNode(NodePointGround()))
""",
    "parameters": MODEL
    + """\
assert mbs.GetObjectNumber("mass") == mass
print(mbs.GetObject(spring)["stiffness"], mbs.GetObjectDefaults("ConnectorSpringDamper"))
mbs.SetObjectParameter(spring, "stiffness", 200)
assert mbs.GetObjectParameter(spring, "stiffness") == 200
""",
    "outputs": MODEL
    + """\
mbs.SolveDynamic()
position = mbs.GetNodeOutput(0, exu.OutputVariableType.Position)
force = mbs.GetObjectOutput(spring, exu.OutputVariableType.Force)
point = mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position, localPosition=[0, 0, 0])
rows = mbs.GetSensorStoredData(sensor)          # time, x, y, z
length = mbs.output_handle(spring, exu.OutputVariableType.Distance)
print(position, force, point, len(rows), length(), mbs.GetLoadValues(load))
place = mbs.output_handle(mass, exu.OutputVariableType.Position)
print(place.at([0, 0.1, 0]))
""",
    "functions": MODEL
    + """\
def at_each_step(mbs, t):
    mbs.SetLoadParameter(load, "loadVector", [10 * t, 0, 0])
    return True                                 # False ends the run


def after_newton(mbs, t):
    return [0, -1]                              # error [N], recommended step size [s]: none


def before_residual(mbs, t, newtonIteration, discontinuousIteration):
    x = mbs.systemData.GetODE2Coordinates()[0]
    mbs.SetLoadParameter(load, "loadVector", [-5 * x, 0, 0])


def jacobian(mbs, t, factorODE2, factorODE2_t, factorODE1):
    return [[-5 * factorODE2]]                  # dF/dq of that force


mbs.SetPreStepUserFunction(at_each_step)
mbs.SetPostNewtonUserFunction(after_newton)
mbs.SetPostStepUserFunction(lambda mbs, t: t < 0.5)
mbs.SolveDynamic()
mbs.SetPreNewtonResidualUserFunction(before_residual)
mbs.SetSystemJacobianUserFunction(jacobian)
mbs.SolveDynamic()
print(mbs.UserFunctionInfo())
""",
    "solving": MODEL
    + """\
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2.0
settings.timeIntegration.numberOfSteps = 200
print(mbs.Check(settings))
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
rest = mbs.SolveStatic()
with mbs.Stepper(settings) as run:
    run.step(10)
""",
    "modes": MODEL
    + """\
modes = mbs.ComputeModes()
print(modes.frequencies)                        # Hz
M, K, D = mbs.ComputeLinearizedSystem()
values, vectors = mbs.ComputeODE2Eigenvalues()
print(mbs.ComputeSystemDegreeOfFreedom()["degreeOfFreedom"])
""",
    "texts": MODEL
    + """\
mbs.SolveDynamic()
mbs.Info()
mbs.PlotSensor(sensorNumbers=[sensor], components=[0], fileName="path.png")
mbs.save("model.json")
again = exu.load("model.json")
""",
    "container": """\
import linkwork as exu

SC = exu.SystemContainer()
mbs = SC.AddSystem()
SC.visualizationSettings.nodes.show = False
assert SC.NumberOfSystems() == 1 and SC.GetSystem(0) is mbs
""",
    "load": START + 'mbs.save("model.json")\nmbs = exu.load("model.json")\n',
    "coordinates": MODEL
    + """\
data = mbs.systemData
data.SetODE2Coordinates([0.1, 0, 0], exu.ConfigurationType.Initial)
mbs.SolveDynamic()
print(data.GetTime(), data.GetODE2Coordinates(), data.GetODE2Coordinates_t())
assert data.GetODE2CoordinatesTotal()[0] == 1 + data.GetODE2Coordinates()[0]
state = data.GetSystemState()
data.SetSystemState(state)
""",
    "numbers": MODEL
    + """\
data = mbs.systemData
assert data.NumberOfObjects() == 3 and data.ODE2Size() == 3
assert list(data.GetNodeLTGODE2(0)) == [0, 1, 2]
""",
    "solution": MODEL
    + """\
solution = mbs.SolveDynamic()
print(solution.times[-1], solution.coordinates[-1], solution.sensor("path")[-1])
print(solution.interpolate(0.5).coordinates, solution.energy().balance[-1])
print(solution.statistics.headline())
solution.plot(fileName="run.png")
solution.export_html("run.html")
solution.save("run.npz")
again = exu.Solution.load("run.npz")
""",
    "Modes": MODEL
    + """\
modes = mbs.ComputeModes(numberOfModes=1)
print(modes)
print(modes.title(0), modes.amplitude(0))
modes.export_html("mode.html", mode=0, amplitude=0.1)
""",
    "Linearization": MODEL
    + """\
linear = mbs.Linearize()
print(linear.K.toarray())
free = linear.null_space()                      # one column per free motion
""",
    "Diagnosis": MODEL
    + """\
found = mbs.Check()
for finding in found:
    print(finding.severity, finding.item, finding.text, finding.advice)
print(found.counts(), found.of("no-mass"))
found.raise_errors()
""",
    "Ensemble": SWEPT
    + """\
ensemble = exu.Ensemble(mbs)
ensemble.vary("spring.stiffness", np.linspace(50, 150, 5))
ensemble.table({"mass.physicsMass": [1, 2], "spring.damping": [0.5, 1]})
ensemble.sample({"mass.initialVelocity[0]": exu.normal(0, 0.1)}, members=4, seed=7)
ensemble.record(sensors=["path"], times=11)
print(ensemble, ensemble.members, ensemble.memory(), ensemble.values().shape)
result = ensemble.solve(exu.SimulationSettings(), store="runs.npz")
""",
    "EnsembleResult": SWEPT
    + """\
ensemble = exu.Ensemble(mbs).vary("spring.stiffness", np.linspace(50, 150, 21))
result = ensemble.record(["path"], times=11).solve()
print(result, result.failures, result.finished().shape)
print(result.mean()[-1], result.quantiles([0.05, 0.95])[:, -1], result.reduce("max")[-1])
result.rerun(17).plot("path")                   # the Solution of a member
result.member(17).export_html("member.html")
result.plot("path.x", fileName="bands.png")
result.scatter("path.x", fileName="scatter.png")
result.tornado("path.x", fileName="tornado.png")
result.save("runs.npz")
data = exu.EnsembleResult.load("runs.npz").to_xarray()
print(result.failures.to_pandas())
""",
    "distributions": """\
import linkwork as exu

tolerances = {
    "shaft": exu.normal(mean=0.02, deviation=1e-5),
    "gap": exu.uniform(low=0.1e-3, high=0.2e-3),
    "friction": exu.lognormal(median=0.1, deviation=0.2),
    "preload": exu.triangular(low=90, mode=100, high=120),
}
gauged = exu.truncated(tolerances["shaft"], low=0.01998, high=0.02002)
assert isinstance(gauged, exu.Distribution)
print(gauged.quantile([0.05, 0.5, 0.95]), gauged.probability(0.02))
""",
    "fit": MODEL
    + """\
rows = mbs.SolveDynamic().sensor("path")                  # stands for a measurement
vary = {"mass.physicsMass": (1.5, 1, 10), "object2.damping": 0.5}
fit = exu.fit(mbs, {"path.x": rows[:, :2]}, vary)
print(fit, fit.solution, fit.residuals["path.x"].shape, fit.records[0].rms)
fit.plot(fileName="fit.png")
""",
    "optimize": MODEL
    + """\
best = exu.optimize(mbs, ("path", "x", "range"), {"object2.damping": (1, 0.1, 20)})
print(best, best.history[-1])
best.plot(fileName="search.png")
""",
    "Stepper": MODEL
    + """\
with mbs.Stepper() as run:
    run.step(20)
    before = run.snapshot()
    run.set_parameter(load, "loadVector", [0, 0, 0])
    run.until(0.5)
    print(run.time, run.coordinates, run.output(sensor))
    run.restore(before)
""",
    "MatrixContainer": """\
from scipy.sparse import csr_array

import linkwork as exu

matrix = exu.MatrixContainer([[2, 0], [0, 1]])
matrix.SetWithSparseMatrix([[0, 0, 2.0], [1, 1, 1.0]], numberOfRows=2, numberOfColumns=2)
matrix.AddSparseMatrix(csr_array([[0, 0.5], [0, 0]]), factor=2.0)
print(matrix.Convert2DenseMatrix(), matrix.UseDenseMatrix(), matrix.GetPythonObject())
matrix.SetWithSparseMatrixCSR(2, 2, [[0, 0, 2.0]])
matrix.SetWithDenseMatrix([[1, 2], [3, 4]])
kept = matrix.copy()
matrix.SetAllZero()
matrix.Initialize(3, 3)
""",
    "BeamSection": """\
import numpy as np

import linkwork as exu

section = exu.BeamSection()
section.stiffnessMatrix = np.diag([1e6, 4e5, 4e5, 80.0, 100.0, 100.0])
section.inertia = np.diag([0.02, 0.01, 0.01])
section.massPerLength = 2.0
damped = section.copy()
damped.dampingMatrix = 1e-3 * section.stiffnessMatrix
known = exu.BeamSection()
known.SetDictionary(section.GetDictionary())
print(known == section, known == damped)
""",
    "BeamSectionGeometry": """\
import linkwork as exu

outline = exu.BeamSectionGeometry()
outline.crossSectionType = exu.CrossSectionType.Polygon
outline.polygonalPoints = [[-0.02, -0.01], [0.02, -0.01], [0.02, 0.01], [-0.02, 0.01]]
round_one = outline.copy()
round_one.SetDictionary(dict(crossSectionType="Circular", crossSectionRadiusY=0.02))
round_one.crossSectionRadiusZ = 0.01
print(outline.GetDictionary(), round_one)
""",
    "compiled": MODEL
    + """\
@exu.compiled
def growing(mbs, t, loadVector):
    return [10 * t, 0, 0]


mbs.SetLoadParameter(load, "loadVectorUserFunction", growing)
mbs.SolveDynamic()
""",
    "errors": START
    + """\
try:
    mbs.AddObject(MassPoint(nodeNumber=0, physicsMass=-1))
except exu.ParameterError as error:
    print(error.parameter, error)


def broken(mbs, t, load):
    raise ValueError("no such load")


node = mbs.AddNode(Node1D())
mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=1, loadUserFunction=broken))
try:
    mbs.SolveDynamic()
except exu.UserFunctionError as error:          # the function and the time are named
    print(error)
except exu.SolverError as error:                # other failures of a run
    print(error, error.solution)
except exu.SysError as error:                   # all other errors
    print(error)
""",
    "enumerations": """\
import linkwork as exu

assert exu.OutputVariableType.Position in list(exu.OutputVariableType)
print([solver.name for solver in exu.DynamicSolverType])
""",
    "indices": START
    + """\
node = mbs.AddNode(NodePoint())
assert isinstance(node, exu.NodeIndex) and node == 0
assert node.GetIndex() == 0 and node.GetTypeString() == "NodeIndex"
""",
    "graphics": START
    + """\
from pathlib import Path

from linkwork import graphics

shapes = [
    graphics.Sphere(point=[0, 0, 0], radius=0.1, color=graphics.color.red),
    graphics.Brick(size=[1, 0.1, 0.1]),
    graphics.Cylinder(pAxis=[0, 0, 0], vAxis=[0, 0, 1], radius=0.05),
    graphics.Arrow(pAxis=[0, 0, 0], vAxis=[1, 0, 0], radius=0.02),
    graphics.Line([0, 0, 0], [1, 1, 0]),
    graphics.Text(text="tip", point=[1, 0, 0]),
]
triangle = ["vertex 0 0 0", "vertex 1 0 0", "vertex 0 1 0"]
lines = ["solid part", "facet normal 0 0 1", "outer loop", *triangle, "endloop", "endfacet"]
Path("part.stl").write_text("\\n".join([*lines, "endsolid part"]))
shapes.append(graphics.FromSTLfile("part.stl", scale=0.001))     # a file in millimeters
mbs.CreateMassPoint(physicsMass=1, graphicsDataList=shapes)
""",
    "plot": MODEL
    + """\
from linkwork.plot import PlotSensor, PlotSensorDefaults, componentNorm

mbs.SolveDynamic()
PlotSensorDefaults().fontSize = 12
PlotSensor(mbs, sensorNumbers=[sensor], components=[componentNorm], fileName="norm.png")
""",
    "robots": """\
import numpy as np
from linkwork import robots

urdf = '''
<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/><origin xyz="0 0 0.25"/>
    <inertia ixx="0.04" ixy="0" ixz="0" iyy="0.04" iyz="0" izz="0.01"/></inertial></link>
  <link name="lower"><inertial><mass value="1"/><origin xyz="0 0 0.2"/>
    <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/></joint>
</robot>
'''
robot = robots.read(urdf)              # or the name of a file: "robot.urdf", "robot.xml"
print(robot)                           # tree, and what was ignored, repaired or assumed
robot.joints["elbow"].damping = 0.5

q, v = robot.coordinates({"shoulder": 0.3, "elbow": 0.4}), np.zeros(2)
tau = robot.inverse_dynamics(q, v, [1.0, -1.0])
assert np.allclose(robot.forward_dynamics(q, v, tau), [1.0, -1.0])
found = robot.inverse_kinematics("lower", robot.pose("lower", q))

path = robots.trapezoidal([0, 0], q, velocity=1.0, acceleration=4.0)
t, motion = path.sample(200)
torques = robot.inverse_dynamics(motion.q, motion.v, motion.a)       # 200 states in one call
smooth = robots.quintic([0, 0], q, duration=1.0)
through = robots.spline([0, 1, 2], [[0, 0], [0.5, 0.2], [0, 0]])
assert isinstance(path, robots.Trajectory) and isinstance(motion, robots.Motion)
assert isinstance(robot, robots.Robot) and isinstance(robot.report, robots.Report)

places = robot.poses(robot.neutral())                       # all links by name
lift = robot.acceleration("lower", q, v, [1.0, -1.0])
by_q, by_v, mass = robot.inverse_dynamics_derivatives(q, v, [1.0, -1.0])
slope = robot.forward_dynamics_derivatives(q, v, tau).q
center, momentum = robot.center_of_mass(q), robot.momentum(q, v)
Y = robot.regressor(motion.q, motion.v, motion.a)           # tau = Y parameters
assert Y.shape == (200, 2, len(robot.parameter_names()))
assert isinstance(found, robots.InverseKinematics) and found.success
notes = list(robot.report.lines())

robot.joints["elbow"].mimic = robots.Mimic("shoulder", ratio=-1.0)   # one coordinate for both
robot.joints["elbow"].mimic = None
robot.loops.append(robots.Loop("connect", "lower", "base", p=(0, 0, 0.4)))
try:
    robots.read(urdf.replace('type="revolute"', 'type="helical"'))
except robots.RobotFileError as error:
    print(error)                       # names file, line and element

weight = robots.Link("weight", mass=0.5, center=(0, 0, 0.05))
robot.links["weight"] = weight         # a description is plain data
robot.joints["grip"] = robots.Joint("grip", "fixed", "lower", "weight", p=(0, 0, 0.4))
weight.visuals.append(robots.Shape("sphere", (0.05,)))
robot.to_urdf("arm.urdf")
robot.save("arm.json")
""",
    "planar": """\
from linkwork import planar

disc = planar.Disc(m=1.0, R=0.5, cm=(0.0, 1.0, 0.0))
spring = planar.LinearSpringDamper(k=100, c=1, parent=disc, child=None, child_pos=(0.0, 0.0))
run = planar.RunConfiguration(n_timesteps=500, termination_time=1.0)
model = planar.Solver(bodies=[disc], springs=[spring], bcs=[planar.Gravity(run)], config=run)
solved = model.solve()
print(solved.position_array.shape)
model.Solve(k=90.0)               # again with another stiffness; the same as solve
run.update_from_dict({"termination_time": 0.5, "n_frames": 10})
run.save_to_file("run.json")
print(run.to_dict()["termination_time"])

plate = planar.Ellipse(m=1.0, a=0.5, b=0.2)
half = planar.Semicircle(m=1.0, R=0.3, cm=(1.0, 0.0, 0.0))
hinge = planar.RotationalSpringDamper(k=10, c=0.1, parent=plate, child=half)
block = planar.RigidBody(m=1.0, R=0.5, I=0.1, cm=(2.0, 0.0, 0.0))
ring = planar.Circle(m=1.0, R=0.2, cm=(0.0, 2.0, 0.0))
assert isinstance(hinge, planar.SpringDamper)
push = planar.Force(run, lambda t: 5.0 * t, block, 0)         # on x [N]
lift = planar.Displacement(run, lambda t: 0.1 * t**2, ring, 1)  # of y [m]
wind = planar.UniformField(run, (1.0, 0.0))
pair = planar.Solver([plate, half, block, ring], [hinge], run, bcs=[push, lift, wind]).solve()
pictures = planar.Animator(pair)
pictures.frame(-1).savefig("last.png")
pictures.figure(0.1).savefig("early.png")
print(pictures.pose(0.2), pictures.path())
pictures.animate()
""",
    "gym": """\
from gymnasium import spaces

from linkwork.gym import Environment, VectorEnvironment
from linkwork.items import *


class Cart(Environment):
    observation_space = spaces.Box(-10.0, 10.0, (2,))
    action_space = spaces.Box(-1.0, 1.0, (1,))
    max_actions = 100

    def build(self, mbs):
        node = mbs.AddNode(Node1D())
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2))
        moved = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self.motor = mbs.AddLoad(LoadCoordinate(markerNumber=moved))

    def act(self, action):
        self.set_parameter(self.motor, "load", 10.0 * action[0])

    def observe(self):
        return self.run.coordinates[0], self.run.velocities[0]

    def reward(self, action):
        return -abs(self.run.coordinates[0])

    def info(self):
        return {"time": self.run.time}

    def failed(self, action, error):
        return -100.0, True                     # reward, and the episode is over

    def settings(self):
        made = super().settings()
        made.timeIntegration.generalizedAlpha.spectralRadius = 0.8
        return made

    def draw(self, axes):
        axes.plot(self.run.coordinates[0], 0.0, "s")


cart = Cart(render_mode="rgb_array")
cart.reset(seed=1)
cart.step(cart.action_space.sample())
picture = cart.render()
carts = VectorEnvironment(Cart, 4)
observations, info = carts.reset(seed=1)
observations, rewards, terminated, truncated, info = carts.step(carts.action_space.sample())
""",
    "extend": """\
from linkwork.extend import *


class Pull(PairConnector):
    \"\"\"A constant pull between two points.\"\"\"

    type_name = "ConstantPull"
    pull: float = parameter(2.0, Real, symbol="F", unit="N", doc="size of the force")


def residual(table, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        L, v_f = unit(sub(markers[e.m1].p, markers[e.m0].p))
        add_scaled(marker_force_out, e.m0, e.active * e.F, v_f)
        add_scaled(marker_force_out, e.m1, -e.active * e.F, v_f)


def jacobian(table, markers, stiffness_out):
    for i in range(table.size):
        e = table[i]
        L, v_f = unit(sub(markers[e.m1].p, markers[e.m0].p))
        for r in range(3):
            for c in range(3):
                across = (1.0 if r == c else 0.0) - v_f[r] * v_f[c]
                stiffness_out[i, r, c] = e.active * e.F / L * across


define(Pull, residual, jacobian)
check(Pull, pull=3.0)             # all of the following:
check_kernels(Pull)
check_balance(Pull, pull=3.0)
check_jacobian(Pull, pull=3.0, samples=10)
""",
    "rotations": """\
from linkwork.utilities import *

A = RotXYZ2RotationMatrix([0.1, 0.2, 0.3])
parameters = RotationMatrix2EulerParameters(A)
vector = RotationMatrix2RotationVector(A)
assert NormL2(RotationMatrix2RotXYZ(A) - [0.1, 0.2, 0.3]) < 1e-12
""",
    "velocities": """\
from linkwork.utilities import *

angles, omega = [0.1, 0.2, 0.3], [0, 0, 2]
rates = AngularVelocity2RotXYZ_t(omega, angles)
assert NormL2(RotXYZ2G(angles) @ rates - omega) < 1e-12
""",
    "frames": """\
from linkwork.utilities import *

T = HTtranslate([1, 2, 3]) @ HTrotateZ(pi / 2)
print(HT2translation(T), HT2rotationMatrix(T), InverseHT(T))
""",
    "pluecker": """\
from linkwork.utilities import *

X = RotationTranslation2T66(RotationMatrixZ(0.3), [1, 0, 0])
A, v = T66toRotationTranslation(X)
""",
    "lie_groups": """\
from linkwork.utilities import *

A = ExpSO3([0.1, 0.2, 0.3])
print(Skew2Vec(LogSO3(A)), TExpSO3([0.1, 0.2, 0.3]))
""",
    "composition": """\
from linkwork.utilities import *

total = CompositionRuleForRotationVectors([0.1, 0, 0], [0, 0.2, 0])
""",
    "inertia": """\
from linkwork.utilities import *

rod = InertiaCuboid(density=7800, sideLengths=[1, 0.1, 0.1])
moved = rod.Translated([0.5, 0, 0])
turned = rod.Rotated(RotationMatrixZ(0.5)).Transformed(HTtranslate([0, 0, 1]))
print(moved.mass, moved.COM(), moved.GetInertia6D(), turned.InertiaCOM())
body = RigidBodyInertia()
body.SetWithCOMinertia(mass=2, inertiaTensorCOM=DiagonalMatrix(3, 0.1), com=[0.5, 0, 0])
print(rod.GetTypeName(), rod.GetSpecialData())
shapes = rod.GetGraphics(color=[0.5, 0.5, 0.5, 1])
""",
    "vectors": """\
from linkwork.utilities import *

assert VMult([1, 2, 3], VAdd([1, 0, 0], [0, 1, 0])) == 3
basis = ComputeOrthonormalBasis([1, 1, 0])
assert NormL2(Skew([0, 0, 1]) @ [1, 0, 0] - [0, 1, 0]) == 0
""",
    "quadrature": """\
from linkwork.utilities import *

value = GaussIntegrate(lambda x: x**2, 3, 0.0, 1.0)
assert abs(value - 1 / 3) < 1e-12
""",
    "node_types": """\
from linkwork.utilities import *

kind = StrNodeType2NodeType("RotationRxyz")
""",
    "solution_files": MODEL
    + """\
from linkwork.utilities import *

settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = True
mbs.SolveDynamic(settings)
loaded = LoadSolutionFile("coordinatesSolution.txt")
SetSolutionState(mbs, loaded, row=-1)
""",
    "older": START
    + """\
from linkwork.utilities import *

ground = mbs.CreateGround()
node, body = AddRigidBody(mbs, InertiaCuboid(7800, [1, 0.1, 0.1]), position=[0.5, 0, 0])
AddRevoluteJoint(mbs, ground, body, point=[0, 0, 0], axis=[0, 0, 1])
sliding = mbs.CreateRigidBody(inertia=InertiaCuboid(7800, [1, 0.1, 0.1]))
AddPrismaticJoint(mbs, ground, sliding, point=[0, 0, 0], axis=[1, 0, 0])
free = mbs.AddNode(GetRigidBodyNode("RotationEulerParameters", position=[0, 0, 1]))
""",
}
"""Section of the reference -> its example."""
