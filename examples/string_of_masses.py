"""Modes of a string of masses
===========================

Masses on springs under tension between two walls: a plucked string. Its frequencies are known in
closed form, its shapes are sines. A hanging chain of rigid rods has modes due to the geometric
stiffness of its constraint forces.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

count, mass, length = 12, 0.05, 0.1  # masses, kg, m
stiffness, damping, tension = 2000.0, 0.2, 30.0  # N/m, N s/m, N
gravity = 9.81  # m/s^2

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.AddObject(ObjectGround())
markers = []
for k in range(count + 2):
    place = [length * k, 0, 0]
    if k in (0, count + 1):
        marker = MarkerBodyPosition(bodyNumber=ground, localPosition=place)
    else:
        node = mbs.AddNode(NodePoint(referenceCoordinates=place))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        marker = MarkerBodyPosition(bodyNumber=body)
    markers.append(mbs.AddMarker(marker))
for pair in zip(markers, markers[1:], strict=False):
    mbs.AddObject(
        SpringDamper(
            markerNumbers=list(pair), referenceLength=length - tension / stiffness,
            stiffness=stiffness, damping=damping,
        )
    )  # fmt: skip
mbs.Assemble()

# undamped: transverse (along y and z), and along the string
modes = mbs.ComputeModes()
print(modes)
sines = 2.0 * np.sin(0.5 * np.pi * np.arange(1, count + 1) / (count + 1))
across, along = sines * np.sqrt(tension / (mass * length)), sines * np.sqrt(stiffness / mass)
exact = np.sort(np.concatenate([across, across, along]))
print(
    f"largest deviation from the closed form: {np.abs(modes.angular_frequencies - exact).max():.1e}"
)
assert np.allclose(modes.angular_frequencies, exact, rtol=1e-12)

# damped: the dampers act along the string only
damped = mbs.ComputeModes(4 * count, damped=True)
ratios = np.sort(damped.damping_ratios[damped.damping_ratios > 1e-9])
assert np.allclose(ratios, np.sort(along) * damping / (2.0 * stiffness), rtol=1e-9)

# the chain: masses on rigid rods
chain = SC.AddSystem()
last = chain.AddObject(ObjectGround())
for k in range(count):
    body = chain.CreateMassPoint(
        referencePosition=[0, -length * (k + 1), 0], physicsMass=mass, gravity=[0, -gravity, 0]
    )
    chain.CreateDistanceConstraint(bodyNumbers=[last, body], distance=length)
    last = body
freedom = chain.ComputeSystemDegreeOfFreedom()
assert freedom["degreeOfFreedom"] == 2 * count and freedom["redundantConstraints"] == 0
swing = chain.ComputeModes(6)
# omega^2 L/g are the roots of the Laguerre polynomial of that degree
roots = np.polynomial.laguerre.lagroots([0.0] * count + [1.0])
assert np.allclose(swing.eigenvalues * length / gravity, np.repeat(roots[:3], 2), rtol=1e-9)
print(f"\nhanging chain: {', '.join(f'{f:.4f}' for f in swing.frequencies[::2])} Hz")

# play a mode in the browser: swing.show(2)
solution = swing.solution(2)
