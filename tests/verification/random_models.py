"""Random models, once as a system of items and once in plain NumPy."""

import numpy as np

import linkwork as exu
from linkwork.items import *

from .plain_models import Plain, length, turned
from .random_springs import Springs


class RandomModel(Springs):
    """A random model: mbs, and the same in `plain`; q, v -- its initial state.

    moving -- whether it starts with velocities, and its constraints hold at the start
    loose -- whether bodies may be free to move; tight -- with many constraints, one of them
    perhaps twice; light -- whether points may have no mass; load -- factor of the loads
    """

    def __init__(self, seed, moving=False, loose=False, tight=False, light=False, load=1.0):
        self.loose, self.light, self.load = loose, light, load
        self.rng = np.random.default_rng(seed)
        self.moving, self.plain = moving, Plain()
        self.mbs = exu.SystemContainer().AddSystem()
        self.bodies, self.to_add, self.names = [], [], []
        self.user_functions = False
        rng = self.rng
        for _ in range(int(rng.integers(2, 6))):
            self._body(str(rng.choice(["space", "plane", "body", "body"])))
        q = [rng.normal(scale=0.1, size=len(body["home"])) for body in self.bodies]
        self.q = np.concatenate(q)
        self.plain.n = len(self.q)
        for number in range(len(self.bodies)):
            self._hold(number)
        for _ in range(int(rng.integers(2, 7) if tight else rng.integers(0, 3))):
            self._constraint()
        if tight and self.plain.conditions and rng.random() < 0.3:
            self._repeat()
        for number in range(len(self.bodies)):
            self._load(number)
        self.v = np.zeros(self.plain.n)
        if moving:
            v, C = rng.normal(size=self.plain.n), self.plain.gradient(self.q)
            self.v = v - np.linalg.pinv(C) @ (C @ v) if len(C) else v
        self._build()

    # ------------------------------------------------------------------ bodies

    def _body(self, kind):
        rng, first = self.rng, sum(len(body["home"]) for body in self.bodies)
        home = rng.uniform(-1.0, 1.0, {"space": 3, "plane": 2, "body": 3}[kind])
        mass = float(rng.choice([0.5, 1.0, 3.0]))
        if self.light and kind != "body" and rng.random() < 0.5:
            mass = 0.0
        com = rng.uniform(-0.2, 0.2, 2) * (kind == "body") * rng.integers(0, 2)
        inertia = float(rng.uniform(0.1, 0.5)) * mass
        body = dict(kind=kind, first=first, home=home, mass=mass, com=com, inertia=inertia)
        number = len(self.bodies)
        self.bodies.append(body)
        self.plain.inertias.append((mass, self.place(number, np.append(com, 0.0))))
        if kind == "body":
            self.plain.inertias.append((inertia, lambda q: q[..., first + 2 : first + 3]))

    def place(self, number, local):
        """p(q) of a point of a body; number -1: the ground."""
        if number < 0:
            return lambda q: np.broadcast_to(local, (*q.shape[:-1], 3))
        body = self.bodies[number]
        first, home, kind = body["first"], body["home"], body["kind"]

        def position(q):
            x = home + q[..., first : first + len(home)]
            if kind == "space":
                return x
            z = np.zeros((*q.shape[:-1], 1))
            if kind == "plane":
                return np.concatenate([x, z], axis=-1)
            way = turned(x[..., 2:], local)
            return np.concatenate([x[..., :2] + way, z + local[2]], axis=-1)

        return position

    def angle(self, number):
        """phi(q) of a body, as an array of one; 0 of the ground."""
        if number < 0:
            return lambda q: np.zeros((*q.shape[:-1], 1))
        body = self.bodies[number]
        at = body["first"] + 2
        return lambda q: body["home"][2] + q[..., at : at + 1]

    def point(self, number, flat=False):
        """(body, local position): a random point of a body, or of the ground."""
        if number < 0:
            local = self.rng.uniform(-1.5, 1.5, 3)
        else:
            turns = self.bodies[number]["kind"] == "body"
            local = self.rng.uniform(-0.5, 0.5, 3) if turns else np.zeros(3)
        return number, local * ([1.0, 1.0, 0.0] if flat else [1.0, 1.0, 0.3])

    def way(self, first, second):
        """p1 - p0"""
        p0, p1 = self.place(*first), self.place(*second)
        return lambda q: p1(q) - p0(q)

    def add(self, kind, points, turns=False, **values):
        """Put an item between two points down for later."""
        self.names.append(kind.__name__)
        self.to_add.append((kind, "points", points, turns, values))

    def _term(self, measure, law):
        """A force in the plain model."""
        self.plain.terms.append((measure, law))

    # ------------------------------------------------------------------ constraints

    def _constraint(self):
        """A constraint that does not depend on those before it."""
        rng = self.rng
        second = int(rng.integers(len(self.bodies)))
        first = int(rng.integers(-1, second))
        before = len(self.plain.conditions), len(self.to_add), len(self.names)
        kinds = [self._distance, self._tie, self._revolute, self._prismatic, self._squares]
        kinds[int(rng.integers(len(kinds)))](first, second)
        C = self.plain.gradient(self.q)
        sizes = np.linalg.svd(C, compute_uv=False)
        if len(C) >= self.plain.n or (len(C) and sizes[-1] < 1e-3 * sizes[0]):
            del self.plain.conditions[before[0] :], self.to_add[before[1] :]
            del self.names[before[2] :]

    def _repeat(self):
        """The last constraint a second time."""
        self.plain.conditions.append(self.plain.conditions[-1])
        self.to_add.append(self.to_add[-1])
        self.names.append("twice")

    def _off(self):
        """What constraints are violated by at the start; 0 of models that move."""
        return 0.0 if self.moving else float(self.rng.choice([0.0, 0.0, 0.05]))

    def _distance(self, first, second):
        points = self.point(first), self.point(second)
        way = self.way(*points)
        d0 = float(length(way(self.q))[0]) * (1.0 + self._off())
        self.plain.conditions.append(lambda q: length(way(q)) - d0)
        self.add(DistanceConstraint, points, distance=d0)

    def _tie(self, first, second):
        at, factor = [self.coordinate(first), self.coordinate(second)], self.rng.uniform(0.5, 2.0)
        tied = lambda q: factor * self.value(at[1], q) - self.value(at[0], q)  # noqa: E731
        off = float(tied(self.q)[0]) + self._off()
        self.plain.conditions.append(lambda q: tied(q) - off)
        self.names.append("CoordinateConstraint")
        values = dict(factorValue1=float(factor), offset=off)
        self.to_add.append((CoordinateConstraint, "coordinates", at, False, values))

    def _squares(self, first, second):
        """a . x + b . x^2 of one body stays what it is; x with the reference values."""
        body = self.bodies[second]
        at, size = body["first"], len(body["home"])
        a, b = self.rng.uniform(-1.0, 1.0, (2, size))

        def value(q):
            x = body["home"] + q[..., at : at + size]
            return (a * x + b * x * x).sum(axis=-1, keepdims=True)

        off = value(self.q) + self._off()
        self.plain.conditions.append(lambda q: value(q) - off)
        self.names.append("CoordinateVectorConstraint")
        values = dict(scalingMarker1=a[None], quadraticTermMarker1=b[None], offset=off)
        self.to_add.append((CoordinateVectorConstraint, "vectors", second, False, values))

    def _revolute(self, first, second):
        if not self._turns(first, second):
            return
        points = self._together(first, second)
        way = self.way(*points)
        self.plain.conditions.append(lambda q: way(q)[..., :2])
        self.add(RevoluteJoint2D, points)

    def _together(self, first, second):
        """Two points that are at the same place at the start, but for a small gap."""
        one = self.point(first, True)
        there = self.place(*one)(self.q) - self.place(second, np.zeros(3))(self.q) + self._off()
        return one, (second, self._back(second, there))

    def _back(self, number, vector):
        """A vector of the plane in the axes of a body."""
        phi = float(self.angle(number)(self.q)[0])
        c, s = np.cos(phi), np.sin(phi)
        return np.array([c * vector[0] + s * vector[1], c * vector[1] - s * vector[0], 0.0])

    def _prismatic(self, first, second):
        if not self._turns(first, second):
            return
        points = self._together(first, second)
        way, angles = self.way(*points), (self.angle(first), self.angle(second))
        slope, locked = float(self.rng.uniform(0, 6.0)), bool(self.rng.integers(2))
        a0 = self._back(first, np.array([np.cos(slope), np.sin(slope)]))
        n1 = self._back(second, np.array([-np.sin(slope), np.cos(slope)]))

        def conditions(q):
            n, t = turned(angles[1](q), n1), turned(angles[0](q), a0)
            both = [(n * way(q)[..., :2]).sum(axis=-1), (n * t).sum(axis=-1)]
            return np.stack(both[: 1 + locked], axis=-1)

        self.plain.conditions.append(conditions)
        self.add(PrismaticJoint2D, points, True, axisMarker0=a0, normalMarker1=n1,
                 constrainRotation=locked)  # fmt: skip

    # ------------------------------------------------------------------ loads

    def _load(self, number):
        rng, body = self.rng, self.bodies[number]
        kind = str(rng.choice(["force", "gravity", "fixed", "torque", "coordinate", "none"]))
        turns = body["kind"] == "body"
        f = rng.normal(size=3) * float(rng.choice([1.0, 10.0])) * self.load
        at = self.point(number)
        if kind == "gravity":
            com = self.place(number, np.append(body["com"], 0.0))
            self._term(com, lambda z, w, q: -body["mass"] * f)
        elif kind == "coordinate":
            at = self.coordinate(number)
            self._term(lambda q: self.value(at, q), lambda z, w, q: -f[:1])
        elif kind == "torque" and turns:
            self._term(self.angle(number), lambda z, w, q: -f[2:])
        elif kind == "fixed" and turns:
            self.plain.has_potential = False

            def force(z, w, q):
                return -np.append(turned(self.angle(number)(q), f), 0.0 * z[..., 2:], axis=-1)

            self._term(self.place(*at), force)
        elif kind == "force":
            self._term(self.place(*at), lambda z, w, q: -f)
        else:
            return
        self.names.append("load " + kind)
        self.to_add.append((None, kind, at, number, f))

    # ------------------------------------------------------------------ items

    def _build(self):
        """The system of items."""
        mbs = self.mbs
        self.ground = mbs.AddObject(ObjectGround())
        self.zero = mbs.AddMarker(
            MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
        )
        for body in self.bodies:
            self._build_body(body)
        for kind, form, given, turns, values in self.to_add:
            if form == "points":
                numbers = [self._marker(*point, turns) for point in given]
            elif form == "coordinates":
                numbers = [self._coordinate_marker(*at) for at in given]
            elif form == "vectors":
                node = self.bodies[given]["node"]
                numbers = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))]
                numbers = [self.zero, *numbers]
            else:
                self._build_load(form, given, turns, values)
                continue
            mbs.AddObject(kind(markerNumbers=numbers, **values))
        mbs.Assemble()

    def _build_body(self, body):
        at = slice(body["first"], body["first"] + len(body["home"]))
        node, kind = {
            "space": (NodePoint, MassPoint), "plane": (NodePoint2D, MassPoint2D),
            "body": (NodeRigidBody2D, RigidBody2D),
        }[body["kind"]]  # fmt: skip
        body["node"] = self.mbs.AddNode(
            node(referenceCoordinates=body["home"], initialCoordinates=self.q[at],
                 initialVelocities=self.v[at])
        )  # fmt: skip
        values = dict(nodeNumber=body["node"], physicsMass=body["mass"])
        if body["kind"] == "body":
            about = body["inertia"] + body["mass"] * float(body["com"] @ body["com"])
            values |= dict(physicsInertia=about, physicsCenterOfMass=body["com"])
        body["number"] = self.mbs.AddObject(kind(**values))

    def _marker(self, number, local, turns):
        body = self.ground if number < 0 else self.bodies[number]["number"]
        kind = MarkerBodyRigid if turns else MarkerBodyPosition
        return self.mbs.AddMarker(kind(bodyNumber=body, localPosition=local))

    def _coordinate_marker(self, number, coordinate):
        if number < 0:
            return self.zero
        node = self.bodies[number]["node"]
        return self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))

    def _build_load(self, kind, at, number, f):
        mbs, body = self.mbs, self.bodies[number]
        if kind == "gravity":
            marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body["number"]))
            mbs.AddLoad(Gravity(markerNumber=marker, loadVector=f))
        elif kind == "coordinate":
            mbs.AddLoad(LoadCoordinate(markerNumber=self._coordinate_marker(*at), load=float(f[0])))
        elif kind == "torque":
            mbs.AddLoad(Torque(markerNumber=self._marker(*at, True), loadVector=f))
        else:
            marker = self._marker(*at, kind == "fixed")
            mbs.AddLoad(Force(markerNumber=marker, loadVector=f, bodyFixed=kind == "fixed"))
