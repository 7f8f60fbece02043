# shapes as meshes, moved, merged and read back
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
from modelUnitTests import exudynTestGlobals

shapes = [graphics.Brick([0.1, 0.2, 0], [1, 2, 3], graphics.color.red), graphics.Sphere([1, 0, 0], 0.4, nTiles=6),
          graphics.Cylinder([0, 0, 0], [0, 1, 1], 0.3, nTiles=8), graphics.Arrow([0, 0, 0], [1, 1, 0], 0.05),
          graphics.RigidLink(p0=[0, 0, 0], p1=[1, 0, 0], axis0=[0, 0, 1], axis1=[0, 0, 1], radius=[0.1, 0.1],
                             thickness=0.05, width=[0.1, 0.1]),
          graphics.SolidOfRevolution([0, 0, 0], [1, 0, 0], [[0, 0.1], [0.5, 0.2], [1, 0.1]], nTiles=10),
          graphics.CheckerBoard(size=2, nTiles=4), graphics.Basis(length=0.3),
          GraphicsDataOrthoCubePoint([0, 0, 0], [1, 1, 1]), graphics.Torus(nTiles=6) if False else graphics.Brick()]
r = []
for s in shapes:
    for part in s if isinstance(s, list) else [s]:
        if part['type'] == 'TriangleList':
            p = np.array(part['points'], dtype=float)
            r += [len(p), float(np.sum(p)), float(np.sum(p**2)), len(part['triangles']),
                  float(np.sum(np.array(part['triangles']) * np.arange(len(part['triangles']))))]
g = graphics.MergeTriangleLists(graphics.Move(shapes[0], [1, 2, 3], RotationMatrixZ(0.5)), shapes[1])
[points, trigs] = graphics.ToPointsAndTrigs(g)
h = graphics.FromPointsAndTrigs(points, trigs, graphics.color.blue)
r += [len(points), len(trigs), float(np.sum(np.array(points)**2)), len(h['colors'])]
line = graphics.Lines([[0, 0, 0], [1, 0, 0], [1, 1, 0]], color=graphics.color.green)
r += [float(np.sum(line['data'])), float(np.sum(line['color']))]
rect = GraphicsDataRectangle(-1, -2, 3, 4, color4blue if False else [0, 0, 1, 1])
r += [float(np.sum(rect['data']))]
SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.CreateGround(graphicsDataList=shapes[:4] + [line, graphics.Text([0, 0, 1], 'hello')])
mbs.AddObject(ObjectGround(visualization=VObjectGround(graphicsData=[rect, graphics.Circle([0, 0, 0], 1)])))
mbs.Assemble()
SC.visualizationSettings.window.renderWindowSize = [800, 600]
SC.visualizationSettings.openGL.showFaces = True
SC.visualizationSettings.general.drawWorldBasis = True
SC.visualizationSettings.nodes.drawNodesAsPoint = False
exudynTestGlobals.testResult = r
