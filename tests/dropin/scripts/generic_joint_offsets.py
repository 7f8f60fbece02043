# driven generic joints: screw motion, robot-like wrist, and a shaking table
from exudyn.utilities import *
import exudyn as exu
from math import sin, cos, pi
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables['amplitude'] = 0.1

def UFoffset(mbs, t, itemNumber, offsetUserFunctionParameters):
    phi = offsetUserFunctionParameters[5]*SmoothStep(t, 0, 0.5, 0, 1)
    return [0, 0, 0.05*phi, 0, 0, phi]

def UFtable(mbs, t, itemNumber, par):
    a = mbs.variables['amplitude']
    return [a*(1-cos(2*pi*t)), 0.5*a*t**3, 0, 0, 0, 0]

def UFwrist(mbs, t, itemIndex, p):
    return np.array([0., 0, 0, p[3]*t**2, p[4]*t**2, 0.1*t**3])

ground = mbs.AddObject(ObjectGround())
joints = []
for k, (function, par) in enumerate([(UFoffset, [0, 0, 0, 0, 0, pi]), (UFtable, [0]*6), (UFwrist, [0, 0, 0, 0.5, -0.8, 0])]):
    d = mbs.CreateRigidBody(name='body'+str(k), referencePosition=[k, 0.3, 0], inertia=InertiaCuboid(500, [0.2, 0.3, 0.1]),
                            gravity=[0, -9.81, 0], returnDict=True)
    m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[k, 0, 0]))
    m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=d['bodyNumber'], localPosition=[0, -0.3, 0]))
    joints.append(mbs.AddObject({'objectType': 'JointGeneric', 'markerNumbers': [m0, m1], 'constrainedAxes': [1]*6,
                                 'offsetUserFunction': function, 'offsetUserFunctionParameters': par, 'name': 'joint'+str(k),
                                 'rotationMarker0': np.eye(3), 'rotationMarker1': np.eye(3), 'activeConnector': True,
                                 'offsetUserFunction_t': 0, 'alternativeConstraints': False,
                                 'Vshow': True, 'VaxesRadius': 0.05, 'VaxesLength': 0.2, 'Vcolor': [1., 0, 0, 1.]}))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.75
simulationSettings.timeIntegration.numberOfSteps = 300
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.5
simulationSettings.solutionSettings.coordinatesSolutionFileName = 'solution/offsets.txt'
simulationSettings.solutionSettings.solutionWritePeriod = 0.05
mbs.SolveDynamic(simulationSettings)

res = []
for k in range(3):
    oBody = mbs.GetObjectNumber('body'+str(k))
    res += list(mbs.GetObjectOutputBody(oBody, exu.OutputVariableType.Position, [0.1, 0, 0]))
    res += list(mbs.GetObjectOutputBody(oBody, exu.OutputVariableType.RotationMatrix, [0, 0, 0]))
    res += list(mbs.GetObjectOutputBody(oBody, exu.OutputVariableType.AngularVelocity, [0, 0, 0]))
    res += list(mbs.GetObjectOutput(joints[k], exu.OutputVariableType.ForceLocal))
sol = LoadSolutionFile('solution/offsets.txt')
exu.Print('columns:', sol['columnsExported'], 'rows:', sol['nRows'])
exudynTestGlobals.testResult = res + [sol['nRows'], sol['nColumns'], sum(sol['data'][-1, 1:8])]
