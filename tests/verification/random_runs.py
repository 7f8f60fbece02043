"""Random models with events, as plain numbers and as systems of Linkwork.

A model is a list of bodies, elements, loads and events (dictionaries of numbers), from which
`build` makes a system; `random_reference.py` integrates the same numbers on its own.
Points are (number of the body or -1 for the ground, local position).
"""

import math

import numpy as np

END = 0.5
"""Time of a run [s]."""


def cubic(mbs, t, itemNumber, u, u_t, k, d, f):
    return k * (u + 0.5 * u**3) + d * u_t + f * math.cos(2.0 * t)


def soft(mbs, t, itemNumber, u, u_t, k, d, offset):
    return k * math.tanh(u - offset) + d * u_t


def sway(mbs, t, loadVector):
    return [loadVector[0] * math.sin(3 * t), loadVector[1] * math.cos(2 * t), loadVector[2] * t]


def swing(mbs, t, load):
    return load * math.sin(5.0 * t)


def stir(mbs, t, itemNumber, offset):
    return offset * math.sin(2.0 * t) ** 2


def stir_rates(t, offset):
    """First and second derivative of `stir`."""
    return 2.0 * offset * math.sin(4.0 * t), 8.0 * offset * math.cos(4.0 * t)


def wave(mbs, t, itemNumber, q, q_t):
    return math.sin(9.0 * t + q[0]) + 0.3 * q_t[0]


def speed(mbs, t, itemNumber, q, q_t):
    return q_t[0] - 0.8 * math.cos(8.0 * t)


def product(mbs, t, itemNumber, q, q_t):
    return q[0] * q_t[0] - 0.1 * math.sin(11.0 * t + 0.5)


def last(mbs, t, itemNumber, q, q_t):
    return q[-1] - 0.2 * math.sin(7.0 * t + 0.3)


def clock(mbs, t, itemNumber, q, q_t):
    return math.cos(13.0 * t)


def power(mbs, t, itemNumber, q, q_t):
    total = 0.0
    for i in range(len(q)):
        total += q_t[i] * q[i]
    return total + 0.05 - t


FUNCTIONS = (wave, speed, product, last, clock, power)
LAWS = ("Linear", "Tensile", "Compressive", "Tabular")


class RandomRun:
    """Numbers of a random model: every third without constraints, with rods, and driven too."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.bodies, self.elements, self.loads, self.events = [], [], [], []
        self.rods, self.driven, self.n = [], [], 0
        self.constraints = seed % 3
        for k in range(int(self.rng.integers(1, 4))):
            self._body(k)
        if self.constraints:
            self._pendulum()
        for number in range(len(self.bodies)):
            self._hold(number)
        for _ in range(int(self.rng.integers(0, 3))):
            self._link()
        for number in range(len(self.bodies)):
            self._load(number)
        if self.constraints == 2:
            self._drive()
        self._events()

    def chance(self, p=0.5):
        return bool(self.rng.random() < p)

    def vector(self, size=3, scale=1.0):
        return scale * self.rng.uniform(-1.0, 1.0, size)

    def _body(self, k):
        kind = ("point", "line", "rigid")[int(self.rng.integers(3))]
        size = 1 if kind == "line" else 3
        body = dict(kind=kind, first=self.n, size=size, m=self.rng.uniform(0.5, 2.0))
        body["reference"] = np.array([1.5 * k + 1.0, 0.7 * (k % 2), 0.3])[:size]
        body["q"], body["v"] = self.vector(size, 0.1), self.vector(size, 2.0)
        if kind == "line":
            angle = self.rng.uniform(0.2, 1.2)
            c, s = math.cos(angle), math.sin(angle)
            body["rotation"] = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
            body["place"] = np.array([0.0, 2.0 + k, 0.0])
        if kind == "rigid":
            body["reference"][2] = self.rng.uniform(-0.5, 0.5)
            body["com"] = self.vector(2, 0.3) if self.chance() else np.zeros(2)
            body["J"] = self.rng.uniform(0.3, 0.6) + body["m"] * (body["com"] @ body["com"])
        self.bodies.append(body)
        self.n += size
        return body

    def _point_mass(self, place, velocity):
        body = dict(kind="point", first=self.n, size=3, m=self.rng.uniform(0.5, 1.5), q=np.zeros(3))
        body |= dict(reference=np.array(place), v=np.array(velocity))
        self.bodies.append(body)
        self.n += 3
        return len(self.bodies) - 1

    def _pendulum(self):
        """One or two further masses on rods."""
        first = self._point_mass([-1.0, -0.5, 0.2], [0.0, 0.0, 0.5])
        self.rods.append(((-1, np.zeros(3)), (first, np.zeros(3))))
        if self.chance():
            second = self._point_mass([-2.0, -0.7, 0.0], [0.0, 0.0, -0.5])
            self.rods.append(((first, np.zeros(3)), (second, np.zeros(3))))
        if self.bodies[0]["kind"] == "rigid":
            tip = self._point_mass([2.5, -0.8, 0.1], [0.0, 0.0, 0.3])
            self.rods.append(((0, np.array([0.4, 0.2, 0.0])), (tip, np.zeros(3))))

    def _drive(self):
        """A coordinate of a new mass follows time."""
        number = self._point_mass([4.0, -2.0, 0.0], [0.0, 0.5, 0.0])
        self.driven.append((number, 0, self.rng.uniform(0.2, 0.6)))
        self._spring((number, np.zeros(3)), self._anywhere(exclude=number), piecewise=False)

    def _point_of(self, number):
        body = self.bodies[number]
        local = np.zeros(3)
        if body["kind"] == "rigid" and self.chance():
            local[:2] = self.vector(2, 0.4)
        return number, local

    def _anywhere(self, exclude):
        """A point of the ground or of another body."""
        number = int(self.rng.integers(-1, len(self.bodies)))
        if number in (-1, exclude):
            return -1, np.array([0.0, 5.0, 0.5]) + self.vector(3, 1.0)
        return self._point_of(number)

    def _hold(self, number):
        """A spring from the ground, so that nothing flies away."""
        self._spring((-1, np.array([0.0, 4.0, -0.5]) + self.vector()), self._point_of(number))
        body = self.bodies[number]
        if body["kind"] == "rigid":
            law = dict(kind="torsion", points=((-1, np.zeros(3)), (number, np.zeros(3))))
            law |= dict(k=self.rng.uniform(2, 8), d=self.rng.uniform(0, 0.3))
            law |= dict(f=self.rng.uniform(-1, 1), rate=0.5 if self.chance(0.3) else 0.0)
            self.elements.append(law | dict(offset=self.rng.uniform(-0.3, 0.3)))
        if self.chance():
            law = dict(kind="coordinate", body=number, axis=int(self.rng.integers(body["size"])))
            law |= dict(k=self.rng.uniform(5, 20), d=self.rng.uniform(0, 0.5))
            law |= dict(offset=self.rng.uniform(-0.1, 0.1), function=self.chance(0.4))
            self.elements.append(law)

    def _link(self):
        number = int(self.rng.integers(len(self.bodies)))
        if self.chance(0.2):
            law = dict(kind="gravity", points=(self._anywhere(number), (number, np.zeros(3))))
            self.elements.append(law | dict(mass0=2.0, mass1=1.5, G=1.2))
        else:
            self._spring(self._anywhere(number), self._point_of(number))

    def _spring(self, first, second, piecewise=True):
        rng, law = self.rng, dict(points=(first, second))
        law |= dict(k=rng.uniform(10.0, 50.0), d=rng.uniform(0.0, 1.5), L0=self._length(law))
        kinds = ("spring", "function", "cartesian") + ("tabular",) * 3 * piecewise
        law["kind"] = kinds[int(rng.integers(len(kinds)))]
        if law["kind"] in ("spring", "function"):
            law |= dict(f=rng.uniform(-2, 2), rate=rng.uniform(-1, 1) if self.chance(0.3) else 0.0)
        elif law["kind"] == "cartesian":
            law |= dict(k=rng.uniform(5, 40, 3), d=rng.uniform(0, 1, 3), offset=self.vector())
        else:
            law |= dict(law=LAWS[int(rng.integers(4))], curve=[], extrapolate="hold", no_adhesion=0)
            if law["law"] == "Tabular":
                u = np.linspace(-0.4, 0.4, 6) + rng.uniform(-0.05, 0.05, 6)
                force = np.cumsum(rng.uniform(2.0, 12.0, 6))
                force = np.where((u > -0.15) & (u < 0.15), 0.0, force - force[2])
                law["curve"] = np.column_stack([u, force])
                law["extrapolate"] = "linear" if self.chance() else "hold"
            elif law["law"] != "Linear":
                law["no_adhesion"] = int(self.chance())
        self.elements.append(law)

    def _length(self, law):
        ends = [self._start(point) for point in law["points"]]
        return np.linalg.norm(ends[1] - ends[0]) * self.rng.uniform(0.85, 1.15)

    def _start(self, point):
        """Roughly where a point is at the start."""
        number, local = point
        if number < 0:
            return local
        body = self.bodies[number]
        if body["kind"] == "line":
            return body["place"] + body["rotation"][:, 0] * (body["reference"][0] + body["q"][0])
        place = body["reference"] + body["q"]
        return place if body["kind"] == "point" else np.array([place[0], place[1], 0.0])

    def _load(self, number):
        body = self.bodies[number]
        point = self._point_of(number)
        if self.chance():
            self.loads.append(dict(kind="weight", body=number, f=np.array([0.5, -9.0, 0.2])))
        if self.chance():
            load = dict(kind="force", point=point, f=self.vector(3, 4.0), function=self.chance())
            load["fixed"] = body["kind"] == "rigid" and self.chance()
            self.loads.append(load)
        if body["kind"] == "rigid" and self.chance():
            load = dict(kind="torque", point=point, f=np.array([0, 0, self.rng.uniform(-1, 1)]))
            self.loads.append(load | dict(function=self.chance()))
        if self.chance(0.3):
            axis = int(self.rng.integers(body["size"]))
            load = dict(kind="coordinate", body=number, axis=axis, f=self.rng.uniform(-3, 3))
            self.loads.append(load | dict(function=self.chance()))

    def _events(self):
        """Up to three events that are seen, and one at which something is done."""
        for _ in range(int(self.rng.integers(1, 4))):
            self.events.append(self._event())
        if self.chance(0.7):
            event = self._event()
            event["action"] = ("back", "one", "stiffer", "shift")[int(self.rng.integers(4))]
            if event["action"] == "shift" and (self.rods or self.driven):
                event["action"] = "back"
            if event["action"] in ("back", "one") and self.driven:
                event["action"] = "stiffer"
            if event["action"] == "stiffer":
                able = [
                    k for k, e in enumerate(self.elements) if e["kind"] in ("spring", "torsion")
                ]
                event["element"] = able[0] if able else None
                event["action"] = "stiffer" if able else None
            self.events.append(event)
        if self.chance(0.25):
            self.events.append(self._event() | dict(terminal=True, late=True))

    def _event(self):
        event = dict(direction=int(self.rng.integers(-1, 2)), terminal=False, action=None)
        if self.chance():
            return event | dict(kind="function", function=int(self.rng.integers(len(FUNCTIONS))))
        kind = ("position", "velocity", "distance")[int(self.rng.integers(3))]
        lines = [k for k, e in enumerate(self.elements) if e["kind"] in ("spring", "tabular")]
        if kind == "distance" and lines:
            target = lines[int(self.rng.integers(len(lines)))]
            event |= dict(kind="distance", target=target, component=0)
        else:
            number = int(self.rng.integers(len(self.bodies)))
            kind = "velocity" if kind == "velocity" else "position"
            event |= dict(kind=kind, target=number, component=int(self.rng.integers(2)))
        return event | dict(threshold=0.0, at=float(self.rng.uniform(0.2, 0.8)) * END)
