"""The models of `random_runs.py` in plain NumPy: forces, masses, constraints and energies."""

import math

import numpy as np

from .random_runs import cubic, soft, stir_rates, sway, swing

NOWHERE = np.zeros(3)


class Mechanics:
    """Forces, masses, constraints and energies of a model."""

    def __init__(self, run):
        self.run, self.n = run, run.n
        self.q0 = np.concatenate([body["q"] for body in run.bodies])
        self.k = [element.get("k") for element in run.elements]
        self.branches = [0] * len(run.elements)
        self.still = [self._still(body) for body in run.bodies] + [np.zeros((3, run.n))]
        self.lengths = []
        for first, second in run.rods:
            p0, p1 = (self.place(point, self.q0)[0] for point in (first, second))
            self.lengths.append(float(np.linalg.norm(p1 - p0)))
        for number, axis, _ in run.driven:
            self.q0[run.bodies[number]["first"] + axis] = 0.0
        v = np.concatenate([body["v"] for body in run.bodies])
        self.v0 = self.allowed(0.0, self.q0, v)

    def _still(self, body):
        """Jacobian of a body that does not turn."""
        J, i = np.zeros((3, self.n)), body["first"]
        if body["kind"] == "point":
            J[:, i : i + 3] = np.eye(3)
        elif body["kind"] == "line":
            J[:, i] = body["rotation"][:, 0]
        else:
            J[0, i] = J[1, i + 1] = 1.0
        return J

    def place(self, point, q, v=None):
        """Position, Jacobian and its rate times v of a point."""
        number, local = point
        if number < 0:
            return local, self.still[-1], NOWHERE
        body = self.run.bodies[number]
        i = body["first"]
        if body["kind"] == "point":
            return body["reference"] + q[i : i + 3] + local, self.still[number], NOWHERE
        if body["kind"] == "line":
            R = body["rotation"]
            way = (body["reference"][0] + q[i]) * R[:, 0]
            return body["place"] + way + R @ local, self.still[number], NOWHERE
        J = self.still[number].copy()
        x, y, phi = body["reference"] + q[i : i + 3]
        c, s = math.cos(phi), math.sin(phi)
        arm = np.array([c * local[0] - s * local[1], s * local[0] + c * local[1], 0.0])
        J[0, i + 2], J[1, i + 2] = -arm[1], arm[0]
        bend = np.zeros(3) if v is None else -arm * v[i + 2] ** 2
        return np.array([x, y, local[2]]) + arm, J, bend

    def mass(self, q):
        M = np.zeros((self.n, self.n))
        for body in self.run.bodies:
            i, m = body["first"], body["m"]
            for r in range(body["size"]):
                M[i + r, i + r] = m
            if body["kind"] == "rigid":
                c = self._arm(body, q)
                M[i + 2, i + 2] = body["J"]
                M[i, i + 2] = M[i + 2, i] = -m * c[1]
                M[i + 1, i + 2] = M[i + 2, i + 1] = m * c[0]
        return M

    def _arm(self, body, q):
        phi = body["reference"][2] + q[body["first"] + 2]
        c, s = math.cos(phi), math.sin(phi)
        return np.array([[c, -s], [s, c]]) @ body["com"]

    def constraints(self, t, q, v):
        """Jacobian, prescribed rates, right-hand side of C a = rhs; first rods, then driven."""
        rows, rates, rhs = [], [], []
        for first, second in self.run.rods:
            (p0, J0, b0), (p1, J1, b1) = self.place(first, q, v), self.place(second, q, v)
            way, J = p1 - p0, J1 - J0
            w = J @ v
            rows.append(way @ J)
            rates.append(0.0)
            rhs.append(-(w @ w) - way @ (b1 - b0))
        for number, axis, offset in self.run.driven:
            row = np.zeros(self.n)
            row[self.run.bodies[number]["first"] + axis] = 1.0
            rate, second_rate = stir_rates(t, offset)
            rows.append(row)
            rates.append(rate)
            rhs.append(second_rate)
        return np.array(rows).reshape(-1, self.n), np.array(rates), np.array(rhs)

    def allowed(self, t, q, v):
        """The nearest velocities that constraints allow, in the metric of the masses."""
        C, rates, _ = self.constraints(t, q, v)
        if not len(C):
            return v
        X = np.linalg.solve(self.mass(q), C.T)
        return v - X @ np.linalg.solve(C @ X, C @ v - rates)

    def line(self, element, q, v):
        """L, its rate, the row of its derivative."""
        (p0, J0, _), (p1, J1, _) = (self.place(point, q) for point in element["points"])
        way = p1 - p0
        L = math.sqrt(way @ way)
        row = way @ (J1 - J0) / L
        return L, float(row @ v), row

    def piecewise(self, number, q, v):
        """u, its rate and the row of a tabular element."""
        element = self.run.elements[number]
        L, rate, row = self.line(element, q, v)
        return L - element["L0"], rate, row

    def branch(self, number, q, v):
        """Branch of a piecewise law in a state."""
        element = self.run.elements[number]
        u, rate, _ = self.piecewise(number, q, v)
        if element["law"] == "Tabular":
            return int(np.sum(element["curve"][:, 0] <= u))
        sign = 1 if element["law"] == "Tensile" else -1
        if sign * u <= 0.0:
            return 0
        pull = self.k[number] * u + element["d"] * rate
        return 2 if element["no_adhesion"] and sign * pull < 0.0 else 1

    def boundaries(self, number, q, v):
        """Values that stay positive as long as a piecewise law keeps its branch."""
        element, branch = self.run.elements[number], self.branches[number]
        u, rate, _ = self.piecewise(number, q, v)
        if element["law"] == "Tabular":
            knots = [-1e9, *element["curve"][:, 0], 1e9]
            return [u - knots[branch], knots[branch + 1] - u]
        sign = 1 if element["law"] == "Tensile" else -1
        if branch == 0:
            return [-sign * u]
        if not element["no_adhesion"]:
            return [sign * u]
        pull = sign * (self.k[number] * u + element["d"] * rate)
        return [sign * u, pull if branch == 1 else -pull]

    def static_force(self, number, u, frozen=True):
        """Force of a tabular element at rest."""
        element = self.run.elements[number]
        branch = self.branches[number]
        if element["law"] == "Linear":
            return self.k[number] * u
        if element["law"] != "Tabular":
            sign = 1 if element["law"] == "Tensile" else -1
            on = branch > 0 if frozen else sign * u > 0
            return self.k[number] * u if on else 0.0
        (x, f), count = element["curve"].T, len(element["curve"])
        if not frozen:
            branch = int(np.sum(x <= u))
        if branch in (0, count):
            end = 0 if branch == 0 else count - 1
            if element["extrapolate"] == "hold":
                return f[end]
            branch = 1 if branch == 0 else count - 1
        left, right = branch - 1, branch
        return f[left] + (u - x[left]) * (f[right] - f[left]) / (x[right] - x[left])

    def element(self, number, t, q, v):
        """(generalized force, dissipated power, power of work) of an element."""
        e, k = self.run.elements[number], self.k[number]
        kind = e["kind"]
        if kind in ("spring", "function"):
            L, rate, row = self.line(e, q, v)
            if kind == "function":
                f = cubic(None, t, number, L - e["L0"], rate - e["rate"], k, e["d"], e["f"])
                return -f * row, 0.0, -f * rate
            f0 = k * (L - e["L0"]) + e["f"]
            f = f0 + e["d"] * (rate - e["rate"])
            if e["d"] * e["rate"] == 0.0:
                return -f * row, e["d"] * rate**2, 0.0
            return -f * row, 0.0, (f0 - f) * rate
        if kind == "tabular":
            u, rate, row = self.piecewise(number, q, v)
            f0 = self.static_force(number, u)
            is_on = e["law"] in ("Linear", "Tabular") or self.branches[number] == 1
            f = f0 + e["d"] * rate if is_on else 0.0
            return -f * row, (f - f0) * rate, 0.0
        if kind == "cartesian":
            (p0, J0, _), (p1, J1, _) = (self.place(point, q) for point in e["points"])
            w = (J1 - J0) @ v
            f = k * (p1 - p0 - e["offset"]) + e["d"] * w
            return -(J1 - J0).T @ f, float(e["d"] @ w**2), 0.0
        if kind == "gravity":
            L, _, row = self.line(e, q, v)
            return -e["G"] * e["mass0"] * e["mass1"] / L**2 * row, 0.0, 0.0
        body = self.run.bodies[e["points"][1][0] if kind == "torsion" else e["body"]]
        row, i = np.zeros(self.n), body["first"] + (2 if kind == "torsion" else e["axis"])
        row[i] = 1.0
        if kind == "torsion":
            f0 = k * (body["reference"][2] + q[i] - e["offset"]) + e["f"]
            f = f0 + e["d"] * (v[i] - e["rate"])
            if e["d"] * e["rate"] == 0.0:
                return -f * row, e["d"] * v[i] ** 2, 0.0
            return -f * row, 0.0, (f0 - f) * v[i]
        if e["function"]:
            f = soft(None, t, number, q[i], v[i], k, e["d"], e["offset"])
            return -f * row, 0.0, -f * v[i]
        f = k * (q[i] - e["offset"]) + e["d"] * v[i]
        return -f * row, e["d"] * v[i] ** 2, 0.0

    def load(self, load, t, q, v):
        """(generalized force, power of work)"""
        kind, f = load["kind"], load["f"]
        if kind == "weight":
            body = self.run.bodies[load["body"]]
            center = np.array([*body.get("com", np.zeros(2)), 0.0])
            J = self.place((load["body"], center), q)[1]
            return J.T @ (body["m"] * f), 0.0
        row = np.zeros(self.n)
        if kind == "force":
            f = np.array(sway(None, t, f)) if load["function"] else f
            if load["fixed"]:
                body = self.run.bodies[load["point"][0]]
                phi = body["reference"][2] + q[body["first"] + 2]
                c, s = math.cos(phi), math.sin(phi)
                f = np.array([c * f[0] - s * f[1], s * f[0] + c * f[1], f[2]])
            Q = self.place(load["point"], q)[1].T @ f
            return Q, float(Q @ v) if load["function"] or load["fixed"] else 0.0
        if kind == "torque":
            f = sway(None, t, f)[2] if load["function"] else f[2]
            row[self.run.bodies[load["point"][0]]["first"] + 2] = f
        else:
            f = swing(None, t, f) if load["function"] else f
            row[self.run.bodies[load["body"]]["first"] + load["axis"]] = f
        return row, float(row @ v) if load["function"] else 0.0

    def rates(self, t, state):
        """Derivative of the state with the present branches."""
        n = self.n
        q, v = state[:n], state[n : 2 * n]
        F, lost, done = np.zeros(n), 0.0, 0.0
        for number in range(len(self.run.elements)):
            Q, taken, work = self.element(number, t, q, v)
            F, lost, done = F + Q, lost + taken, done + work
        for load in self.run.loads:
            Q, work = self.load(load, t, q, v)
            F, done = F + Q, done + work
        for body in self.run.bodies:
            if body["kind"] == "rigid":
                i = body["first"]
                F[i : i + 2] += body["m"] * v[i + 2] ** 2 * self._arm(body, q)
        C, rates, rhs = self.constraints(t, q, v)
        solved = np.linalg.solve(self.mass(q), np.column_stack([F, C.T]))
        a, X = solved[:, 0], solved[:, 1:]
        if len(C):
            force = np.linalg.solve(C @ X, rhs - C @ a)
            a = a + X @ force
            done += float(force @ rates)
        return np.concatenate([v, a, [lost, done]])

    def kinetic(self, q, v):
        return 0.5 * float(v @ self.mass(q) @ v)

    def potential(self, q):
        """Energy of all items that have a potential."""
        total, rest = 0.0, np.zeros(self.n)
        for number, e in enumerate(self.run.elements):
            k = self.k[number]
            if e["kind"] == "spring":
                u = self.line(e, q, rest)[0] - e["L0"]
                total += 0.5 * k * u**2 + e["f"] * u
            elif e["kind"] == "tabular":
                total += self._stored(number, self.piecewise(number, q, rest)[0])
            elif e["kind"] == "cartesian":
                p0, p1 = (self.place(point, q)[0] for point in e["points"])
                total += 0.5 * float(k @ (p1 - p0 - e["offset"]) ** 2)
            elif e["kind"] == "gravity":
                total -= e["G"] * e["mass0"] * e["mass1"] / self.line(e, q, rest)[0]
            elif e["kind"] == "torsion":
                body = self.run.bodies[e["points"][1][0]]
                u = body["reference"][2] + q[body["first"] + 2] - e["offset"]
                total += 0.5 * k * u**2 + e["f"] * u
            elif e["kind"] == "coordinate" and not e["function"]:
                u = q[self.run.bodies[e["body"]]["first"] + e["axis"]] - e["offset"]
                total += 0.5 * k * u**2
        return total + sum(self._height(load, q) for load in self.run.loads)

    def _stored(self, number, u):
        e = self.run.elements[number]
        if e["law"] != "Tabular":
            return 0.5 * u * self.static_force(number, u, frozen=False)
        knots = e["curve"][:, 0]
        low, high = min(u, 0.0), max(u, 0.0)
        ends = np.array([low, *knots[(knots > low) & (knots < high)], high])
        f = [self.static_force(number, x, frozen=False) for x in ends]
        return math.copysign(1.0, u) * float(np.trapezoid(f, ends))

    def _height(self, load, q):
        kind, f = load["kind"], load["f"]
        if kind == "weight":
            body = self.run.bodies[load["body"]]
            center = np.array([*body.get("com", np.zeros(2)), 0.0])
            return -body["m"] * float(f @ self.place((load["body"], center), q)[0])
        if load["function"] or (kind == "force" and load["fixed"]):
            return 0.0
        if kind == "force":
            return -float(f @ self.place(load["point"], q)[0])
        if kind == "torque":
            body = self.run.bodies[load["point"][0]]
            return -f[2] * (body["reference"][2] + q[body["first"] + 2])
        body = self.run.bodies[load["body"]]
        return -f * q[body["first"] + load["axis"]]
