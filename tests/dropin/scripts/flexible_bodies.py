# a lattice of masses and springs as finite-element model: modes, a spinning body, a pendulum on a
# rigid marker; saved as a file and read again
import exudyn as exu
from exudyn.utilities import *
from exudyn.FEM import *
from modelUnitTests import exudynTestGlobals
from scipy.sparse import csr_matrix

points = np.array([[0.1 * i, 0.05 * j, 0.04 * k] for i in range(6) for j in range(2) for k in range(2)])
n = len(points)
K, M = np.zeros((3 * n, 3 * n)), np.zeros((3 * n, 3 * n))
for a in range(n):
    M[3 * a : 3 * a + 3, 3 * a : 3 * a + 3] = np.eye(3) * (0.1 + 0.01 * (a % 3))
    for b in range(a):
        d = points[a] - points[b]
        if np.linalg.norm(d) < 0.13:
            e = d / np.linalg.norm(d)
            block = 2e4 / np.linalg.norm(d) * np.outer(e, e)
            for r, c, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                K[3 * r : 3 * r + 3, 3 * c : 3 * c + 3] += sign * block

fem = FEMinterface()
fem.nodes = {'Position': points}
fem.massMatrix, fem.stiffnessMatrix = csr_matrix(M), csr_matrix(K)
fem.surface = [{'Name': 'all', 'Trigs': np.array([[0, 1, 2], [1, 3, 2]]), 'Quads': []}]
left = fem.GetNodesInPlane([0, 0, 0], [1, 0, 0])
right = fem.GetNodesInPlane([0.5, 0, 0], [1, 0, 0])
result = [*left, *right, fem.NumberOfNodes(), fem.NumberOfCoordinates(),
          fem.GetNodeAtPoint([0.3, 0.05, 0.04]), *fem.GetNodePositionsMean(right)]
fem.ComputeEigenmodes(nModes=6, excludeRigidBodyModes=6, useSparseSolver=True)
result += list(1e-2 * np.array(fem.GetEigenFrequenciesHz()))
fem.SaveToFile('lattice', mode='NPZ')
again = FEMinterface()
again.LoadFromFile('lattice', mode='NPZ')
result += [again.GetMassMatrix().sum(), 1e-6 * np.abs(again.GetStiffnessMatrix(sparse=False)).sum()]
eigen = ObjectFFRFreducedOrderInterface(again)

SC = exu.SystemContainer()
mbs = SC.AddSystem()
body = eigen.AddObjectFFRFreducedOrder(
    mbs, positionRef=[0.1, 0.2, 0.3], initialVelocity=[0.5, 0, -0.25],
    rotationMatrixRef=RotationMatrixY(0.5) @ RotationMatrixZ(-0.25),
    initialAngularVelocity=[4, 12, -3], massProportionalDamping=0.5,
    stiffnessProportionalDamping=1e-4, color=[0.2, 0.5, 0.8, 1.0], name='lattice')
number = body['oFFRFreducedOrder']
mTip = mbs.AddMarker(MarkerSuperElementRigid(bodyNumber=number, meshNodeNumbers=right,
                                             weightingFactors=[0.25] * 4))
mMid = mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=number, meshNodeNumbers=[9, 10],
                                                weightingFactors=[0.75, 0.25]))
mbs.AddLoad(Force(markerNumber=mMid, loadVector=[0, 20, -10]))
mbs.AddLoad(Force(markerNumber=mTip, loadVector=[5, 0, 10]))
sensors = [mbs.AddSensor(SensorSuperElement(bodyNumber=number, meshNodeNumber=17, storeInternal=True,
                                            writeToFile=False, outputVariableType=v))
           for v in (exu.OutputVariableType.Position, exu.OutputVariableType.DisplacementLocal,
                     exu.OutputVariableType.Velocity, exu.OutputVariableType.VelocityLocal)]
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.1
settings.timeIntegration.numberOfSteps = 1000
settings.timeIntegration.newton.relativeTolerance = 1e-9
settings.timeIntegration.newton.absoluteTolerance = 1e-9
settings.timeIntegration.newton.useModifiedNewton = False
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0.01
mbs.SolveDynamic(settings)
for k, factor in zip(sensors, (1, 10, 0.1, 0.1)):
    result += list(factor * np.array(mbs.GetSensorValues(k)))
result.append(len(mbs.GetSensorStoredData(sensors[0])))

# static deflection of a clamped body
fem.ComputeHurtyCraigBamptonModes(boundaryNodesList=[left, right], nEigenModes=4,
                                  useSparseSolver=True,
                                  computationMode=HCBstaticModeSelection.RBE2)
result.append(fem.modeBasis['matrix'].shape[1])
mbs = SC.AddSystem()
beam = ObjectFFRFreducedOrderInterface(fem).AddObjectFFRFreducedOrder(mbs)
number = beam['oFFRFreducedOrder']
ends = [mbs.AddMarker(MarkerSuperElementRigid(bodyNumber=number, meshNodeNumbers=nodes,
                                              weightingFactors=[0.25] * 4))
        for nodes in (left, right)]
ground = mbs.AddObject(ObjectGround(referencePosition=[0, 0.025, 0.02]))
fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mbs.AddObject(GenericJoint(markerNumbers=[fixed, ends[0]]))
mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, 0, -5]))
tip = mbs.AddSensor(SensorMarker(markerNumber=ends[1], writeToFile=False,
                                 outputVariableType=exu.OutputVariableType.Displacement))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.newton.relativeTolerance = 1e-10
settings.staticSolver.newton.absoluteTolerance = 1e-10
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings)
result += list(100 * np.array(mbs.GetSensorValues(tip)))
exudynTestGlobals.testResult = result
