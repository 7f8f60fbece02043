# four-bar linkage in the plane, statics of one bar, then dynamics with a driven crank
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
color = [0.1, 0.1, 0.8, 1]
p = [[0, 0, 0], [0, 0.3, 0], [0.9, 0.6, 0], [0.8, 0, 0]]
rho, w = 7850, 0.02


def bar(p0, p1):
    p0, p1 = np.array(p0, dtype=float), np.array(p1, dtype=float)
    L = NormL2(p1 - p0)
    phi = np.arctan2((p1 - p0)[1], (p1 - p0)[0])
    m = rho * L * w * w
    n = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*(0.5 * (p0 + p1))[:2], phi]))
    g = {'type': 'Line', 'color': color, 'data': [-L / 2, -w, 0, L / 2, -w, 0, L / 2, w, 0]}
    o = mbs.AddObject(RigidBody2D(physicsMass=m, physicsInertia=m * (L**2 + w**2) / 12, nodeNumber=n,
                                  visualization=VObjectRigidBody2D(graphicsData=[g])))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=o, localPosition=[s * L / 2, 0, 0]))
            for s in (-1, 1)]
    mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=o))
    mbs.AddLoad(LoadMassProportional(markerNumber=mass, loadVector=[0, -9.81, 0]))
    return n, o, ends


oGround = mbs.AddObject(ObjectGround())
bars = [bar(p[i], p[i + 1]) for i in range(3)]
mg0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=p[0]))
mg1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=p[3]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[mg0, bars[0][2][0]]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[bars[0][2][1], bars[1][2][0]]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[bars[1][2][1], bars[2][2][0]]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[bars[2][2][1], mg1]))
mRot = mbs.AddMarker(MarkerNodeRigid(nodeNumber=bars[0][0]))
mbs.AddLoad(Torque(markerNumber=mRot, loadVector=[0, 0, 6]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.endTime = 0.4
settings.timeIntegration.numberOfSteps = 800
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
mbs.SolveDynamic(settings)
q = mbs.systemData.GetODE2Coordinates()
ltg = mbs.systemData.GetObjectLTGODE2(bars[1][1])
exudynTestGlobals.testResult = [float(x) for x in q] + [sum(ltg)]
