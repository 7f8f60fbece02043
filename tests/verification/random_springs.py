"""Springs of random models, once as items and once as laws in plain NumPy."""

import numpy as np

from linkwork.items import *

from .plain_models import length


def stiffening(mbs, t, itemNumber, u, w, k, d, f_a):
    return k * u + 0.3 * k * u**3 + d * w + f_a


def stiffening_vector(mbs, t, itemNumber, u, w, k, d, offset):
    square = u[0] ** 2 + u[1] ** 2 + u[2] ** 2
    return [
        k[0] * u[0] * (1.0 + square) + d[0] * w[0],
        k[0] * u[1] * (1.0 + square) + d[0] * w[1],
        k[0] * u[2] * (1.0 + square) + d[0] * w[2],
    ]


def stiffening_angle(mbs, t, itemNumber, u, w, k, d, offset):
    return k * (u - offset) + 0.2 * k * (u - offset) ** 3 + d * w


class Springs:
    """What a RandomModel puts between its bodies."""

    def _hold(self, number):
        """Springs of a body to the ground and to bodies before it."""
        rng = self.rng
        kinds = [self._line, self._user_line, self._table, self._cartesian, self._user_cartesian,
                 self._planar, self._coordinate, self._torsional]  # fmt: skip
        if not self.loose:
            self._cartesian(-1, number)
        for _ in range(int(rng.integers(1, 4))):
            kinds[int(rng.integers(len(kinds)))](int(rng.integers(-1, number)), number)
        if self.bodies[number]["kind"] == "body" and not self.loose:
            self._torsional(-1, number)

    def _stretched(self, points):
        """Length of a spring that is not far from its length at the start."""
        now = float(length(self.way(*points)(self.q))[0])
        return now * float(self.rng.choice([0.7, 0.95, 1.2]))

    def _line(self, first, second, kind=SpringDamper, cubic=0.0, **values):
        points, rng = (self.point(first), self.point(second)), self.rng
        way, L0 = self.way(*points), self._stretched(points)
        k, d = float(rng.choice([20.0, 100.0, 1000.0])), float(rng.choice([0.0, 1.0, 5.0]))
        f_a = float(rng.choice([0.0, 3.0]))
        self._term(
            lambda q: length(way(q)),
            lambda z, w, q: k * (z - L0) + cubic * k * (z - L0) ** 3 + d * w + f_a,
        )
        self.add(kind, points, referenceLength=L0, stiffness=k, damping=d, force=f_a, **values)

    def _user_line(self, first, second):
        self.user_functions = True
        self._line(first, second, cubic=0.3, springForceUserFunction=stiffening)

    def _law(self):
        """(f(u, piece), values of the item) of a piecewise law; piece: the u that tells where."""
        rng, k = self.rng, float(self.rng.choice([50.0, 300.0]))
        name = str(rng.choice(["Linear", "Tensile", "Compressive", "Tabular"]))
        values = dict(springType=name, stiffness=k)
        if name != "Tabular":
            acts = {"Tensile": np.greater, "Compressive": np.less}.get(name, np.greater_equal)
            limit = -np.inf if name == "Linear" else 0.0
            return lambda u, piece: k * u * acts(piece, limit), values
        u_all = np.linspace(-0.6, 0.6, 7) + rng.uniform(-0.05, 0.05, 7)
        f_all = np.cumsum(rng.uniform(1.0, 20.0, 7)) - 40.0
        ends = str(rng.choice(["hold", "linear"]))
        slope = np.diff(f_all) / np.diff(u_all)
        slope = np.array([slope[0], *slope, slope[-1]])
        if ends == "hold":
            slope[[0, -1]] = 0.0

        def curve(u, piece):
            segment = np.searchsorted(u_all, piece)
            start = np.maximum(segment - 1, 0)
            return f_all[start] + slope[segment] * (u - u_all[start])

        return curve, values | dict(curve=np.column_stack([u_all, f_all]), extrapolate=ends)

    def _table(self, first, second):
        points = self.point(first), self.point(second)
        way, L0 = self.way(*points), self._stretched(points)
        law, values = self._law()
        self.plain.piecewise(lambda q: length(way(q)), lambda z, at: law(z - L0, at - L0))
        self.add(TabularSpringDamper, points, referenceLength=L0, **values)

    def _cartesian(self, first, second):
        points, rng = (self.point(first), self.point(second)), self.rng
        way, k, d = self.way(*points), rng.uniform(5.0, 200.0, 3), rng.uniform(0.0, 2.0, 3)
        off = way(self.q) + rng.normal(scale=0.2, size=3)
        self._term(way, lambda z, w, q: k * (z - off) + d * w)
        self.add(CartesianSpringDamper, points, stiffness=k, damping=d, offset=off)

    def _user_cartesian(self, first, second):
        self.user_functions = True
        points, k, d = (self.point(first), self.point(second)), 40.0, 0.7
        way = self.way(*points)
        off = way(self.q) + self.rng.normal(scale=0.2, size=3)

        def law(z, w, q):
            u = z - off
            return k * u * (1.0 + (u * u).sum(axis=-1, keepdims=True)) + d * w

        self._term(way, law)
        self.add(
            CartesianSpringDamper, points, stiffness=[k] * 3, damping=[d] * 3, offset=off,
            springForceUserFunction=stiffening_vector,
        )  # fmt: skip

    def _turns(self, *numbers):
        return all(n < 0 or self.bodies[n]["kind"] == "body" for n in numbers)

    def _planar(self, first, second):
        if not self._turns(first, second):
            return
        rng, points = self.rng, (self.point(first, True), self.point(second, True))
        way, l0, p = self.way(*points), self._stretched(points), float(rng.uniform(-0.2, 0.2))
        law, values = self._law()
        self.plain.piecewise(lambda q: length(way(q)), lambda z, at: law(z - l0 + p, at - l0 + p))
        if values["springType"] == "Linear":
            c, along = float(rng.uniform(0.0, 3.0)), str(rng.choice(["isotropic", "axial"]))
            measure = way if along == "isotropic" else lambda q: length(way(q))
            self._term(measure, lambda z, w, q: c * w)
            values |= dict(damping=c, dampingDirection=along)
            if rng.random() < 0.3:
                self.plain.has_potential = False
                mu, angles = float(rng.uniform(0.0, 0.3)), (self.angle(first), self.angle(second))
                phi = lambda q: angles[0](q) - angles[1](q)  # noqa: E731
                l0t = float(phi(self.q)[0]) + 0.1
                pull = lambda q: law(length(way(q)) - l0 + p, 0.0)  # noqa: E731
                self._term(phi, lambda z, w, q: self.plain.size(pull, q) * mu * (z - l0t))
                values |= dict(coupling=[mu, 0.0], referenceAngle=l0t)
        self.add(PlanarSpringDamper, points, True, referenceLength=l0, preload=p, **values)

    def _coordinate(self, first, second):
        k, d, off = self.rng.uniform([5.0, 0.0, -0.2], [100.0, 3.0, 0.2])
        at = [self.coordinate(first), self.coordinate(second)]
        self._term(lambda q: self.value(at[1], q) - self.value(at[0], q),
                        lambda z, w, q: k * (z - off) + d * w)  # fmt: skip
        self.names.append("CoordinateSpringDamper")
        values = dict(stiffness=float(k), damping=float(d), offset=float(off))
        self.to_add.append((CoordinateSpringDamper, "coordinates", at, False, values))

    def coordinate(self, number):
        """(body, number of a random coordinate)"""
        return number, int(
            self.rng.integers(len(self.bodies[number]["home"]))
        ) if number >= 0 else 0

    def value(self, at, q):
        """Coordinate as an array of one."""
        if at[0] < 0:
            return np.zeros((*q.shape[:-1], 1))
        place = self.bodies[at[0]]["first"] + at[1]
        return q[..., place : place + 1]

    def _torsional(self, first, second):
        if not self._turns(first, second):
            return
        rng, angles = self.rng, (self.angle(first), self.angle(second))
        k, d, tau = rng.uniform([3.0, 0.0, -1.0], [30.0, 1.0, 1.0])
        phi = lambda q: angles[1](q) - angles[0](q)  # noqa: E731
        off = float(phi(self.q)[0] + rng.uniform(-0.3, 0.3))
        values = dict(stiffness=float(k), damping=float(d), offset=off)
        if rng.random() < 0.5:
            self._term(phi, lambda z, w, q: k * (z - off) + d * w + tau)
            values["torque"] = float(tau)
        else:
            self.user_functions = True
            self._term(phi, lambda z, w, q: k * (z - off) + 0.2 * k * (z - off) ** 3 + d * w)
            values["springTorqueUserFunction"] = stiffening_angle
        self.add(TorsionalSpringDamper, (self.point(first), self.point(second)), True, **values)
