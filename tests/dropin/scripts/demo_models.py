# the demos, a star import of all modules, and versions
import sys, importlib
import exudyn as exu
from exudyn.demos import Demo1, Demo2
import exudyn.demos
from modelUnitTests import exudynTestGlobals
names = ['utilities', 'itemInterface', 'basicUtilities', 'advancedUtilities', 'rigidBodyUtilities', 'graphics', 'graphicsDataUtilities',
         'FEM', 'robotics', 'robotics.motion', 'robotics.utilities', 'robotics.models', 'robotics.mobile', 'plot', 'processing',
         'interactive', 'signalProcessing', 'physics', 'beams', 'lieGroupBasics', 'kinematicTree', 'solver',
         'machines', 'shells', 'mainSystemExtensions']
for name in names:
    module = importlib.import_module('exudyn.' + name)
    exec('from exudyn.' + name + ' import *')
exec('from exudyn.utilities import *')
[mbs1, SC1] = Demo1(showAll=False)
p1 = mbs1.systemData.GetODE2Coordinates()
[mbs2, SC2] = exu.demos.Demo2(showAll=False)
p2 = mbs2.systemData.GetODE2Coordinates()
print(exu.config.Version(), exu.__version__, exu.GetVersionString())
res = list(p1) + [mbs2.systemData.NumberOfNodes(), mbs2.systemData.NumberOfObjects(), len(p2)] + list(p2[0:7])
try:
    exu.RequireVersion('99.1.0')
except RuntimeError as error:
    res.append(99)
v = VAdd([1, 2, 3], [4, 5, 6])
res += [NormL2(v), int(exu.OutputVariableType.Position), int(exu.NodeType.RotationEulerParameters), exu.InvalidIndex(), exudyn.__version__ == exu.__version__]
exudynTestGlobals.testResult = [float(x) for x in res]
