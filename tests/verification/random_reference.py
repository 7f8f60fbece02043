"""Independent integration of the models of `random_runs.py`: NumPy and SciPy alone.

The state is (q, v, dissipated energy, work). Constraints act by their second derivative;
piecewise laws and events end a step of DOP853 at a root on its dense output.
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

from .random_mechanics import Mechanics
from .random_runs import END, FUNCTIONS

PLACES = 4
"""Places of a step at which functions are looked at."""
AHEAD = 1e-6
"""Time after an event [s] at which a side is seen."""


class Found(NamedTuple):
    """An event: time, number, direction, state before the action."""

    time: float
    number: int
    direction: int
    q: np.ndarray
    v: np.ndarray


class Reference:
    """A run: events, states after all restarts, the state and the energies at its end."""

    def __init__(self, run, events, tolerance=1e-9, end=END):
        self.run, self.events, self.tolerance = run, events, tolerance
        self.mechanics = Mechanics(run)
        self.found, self.dips, self.kinks, self.jumps = [], [], 0, 0.0
        self.t = 0.0
        m = self.mechanics
        self.state = np.concatenate([m.q0, m.v0, [0.0, 0.0]])
        self.largest = np.zeros(len(events))
        self.start_energy = m.kinetic(m.q0, m.v0) + m.potential(m.q0)
        self.samples = []
        self.piecewise = [
            k for k, e in enumerate(run.elements) if e["kind"] == "tabular" and e["law"] != "Linear"
        ]
        self._take_branches()
        self._take_sides()
        while self.t < end and self._leg(end):
            pass

    def value(self, event, t, q, v):
        m = self.mechanics
        if event["kind"] == "function":
            return FUNCTIONS[event["function"]](None, t, 0, q, v)
        if event["kind"] == "distance":
            found = m.line(self.run.elements[event["target"]], q, v)[0]
        else:
            p, J, _ = m.place((event["target"], np.zeros(3)), q)
            found = (p if event["kind"] == "position" else J @ v)[event["component"]]
        return found - event["threshold"]

    def values(self, t, state):
        """Values that are positive until something happens: events, then branches."""
        n = self.mechanics.n
        q, v = state[:n], state[n : 2 * n]
        found = [s * self.value(e, t, q, v) for e, s in zip(self.events, self.sides, strict=True)]
        for number in self.piecewise:
            found += self.mechanics.boundaries(number, q, v)
        return np.array(found)

    def _ahead(self, h=AHEAD):
        n, rates = self.mechanics.n, self.mechanics.rates(self.t, self.state)
        q, v = self.state[:n], self.state[n : 2 * n]
        a = rates[n : 2 * n]
        return q + h * v + 0.5 * h * h * a, v + h * a

    def _take_branches(self):
        n = self.mechanics.n
        for number in self.piecewise:
            self.mechanics.branches[number] = self.mechanics.branch(
                number, self.state[:n], self.state[n : 2 * n]
            )
        q, v = self._ahead()
        for number in self.piecewise:
            self.mechanics.branches[number] = self.mechanics.branch(number, q, v)

    def _take_sides(self):
        q, v = self._ahead()
        t = self.t + AHEAD
        self.sides = [1 if self.value(e, t, q, v) > 0 else -1 for e in self.events]

    def _leg(self, end):
        """Integrate to the next event; returns whether the run continues."""
        solver = DOP853(
            self.mechanics.rates, self.t, self.state, end, rtol=self.tolerance,
            atol=self.tolerance * 1e-2, max_step=0.05,
        )  # fmt: skip
        history = []
        while solver.status == "running":
            solver.step()
            dense = solver.dense_output()
            last = solver.t_old
            for t in np.linspace(solver.t_old, solver.t, PLACES + 1)[1:]:
                state = dense(t)
                now = self.values(t, state)
                history.append((t, now, state))
                self.largest = np.maximum(self.largest, np.abs(now[: len(self.events)]))
                if (now < 0.0).any():
                    return self._event(dense, last, t, now)
                last = t
            self._note_dips(history)
            del history[:-2]
            self.samples += [(solver.t, solver.y)]
        self.t, self.state = solver.t, solver.y
        return True

    def _note_dips(self, history):
        """Events that come near zero and turn back: not fit for a comparison."""
        for (_, a, _), (_, b, _), (_, c, _) in zip(history, history[1:], history[2:], strict=False):
            count = len(self.events)
            turns = (b[:count] <= a[:count]) & (b[:count] <= c[:count])
            for i in np.flatnonzero(turns):
                self.dips.append((i, b[i]))

    def _event(self, dense, low, high, now):
        """Go to the first root between two times, and switch what happens there."""
        roots = {}
        for i in np.flatnonzero(now < 0.0):
            before = self.values(low, dense(low))[i]
            if before <= 0.0:
                roots[i] = low
            else:
                roots[i] = brentq(lambda t, i=i: self.values(t, dense(t))[i], low, high, xtol=1e-15)
        first = min(roots, key=roots.get)
        self.t = roots[first]
        self.state = dense(self.t)
        if first >= len(self.events):
            self.kinks += 1
            self._take_branches()
            return True
        event, n = self.events[first], self.mechanics.n
        self.sides[first] = -self.sides[first]
        if event["direction"] not in (0, self.sides[first]):
            return True
        q, v = self.state[:n].copy(), self.state[n : 2 * n].copy()
        self.found.append(Found(self.t, first, self.sides[first], q, v))
        if event["terminal"]:
            return False
        if event["action"]:
            self._act(event, q, v)
        return True

    def _act(self, event, q, v):
        m, n = self.mechanics, self.mechanics.n
        before = m.kinetic(q, v) + m.potential(q)
        if event["action"] == "back":
            v *= -0.8
        elif event["action"] == "one":
            v[0] *= -0.7
        elif event["action"] == "shift":
            q[0] += 0.05
        else:
            m.k[event["element"]] *= 1.5
        self.state[:n], self.state[n : 2 * n] = q, m.allowed(self.t, q, v)
        q, v = self.state[:n], self.state[n : 2 * n]
        self.jumps += m.kinetic(q, v) + m.potential(q) - before
        self._take_branches()
        self._take_sides()

    def energies(self):
        """kinetic, potential, dissipated, work (with jumps) at the end."""
        n, m = self.mechanics.n, self.mechanics
        q, v = self.state[:n], self.state[n : 2 * n]
        lost, done = self.state[2 * n :]
        return np.array([m.kinetic(q, v), m.potential(q), lost, done + self.jumps])


def prepare(run, tolerance=1e-9):
    """Set thresholds within the motion, leave out events that only just touch zero; the run."""
    free, n = Reference(run, [], tolerance=1e-5), run.n
    times = np.array([t for t, _ in free.samples])
    for event in run.events:
        if event["kind"] != "function":
            seen = [free.value(event, 0.0, y[:n], y[n : 2 * n]) for _, y in free.samples]
            event["threshold"] = float(np.interp(event["at"], times, seen))
    while True:
        found = Reference(run, run.events, tolerance)
        close = {i for i, dip in found.dips if dip < 0.02 * found.largest[i]}
        late = {e.number for e in found.found if e.time > END - 0.01}
        left_out = close | late | _crowded(found) | _nearly(found)
        if not left_out:
            return found
        run.events = [e for i, e in enumerate(run.events) if i not in left_out]


def _crowded(found):
    """Events that their actions bring back at once, or that others end: rounding would decide."""
    close = set()
    for first, second in zip(found.found, found.found[1:], strict=False):
        events = [found.events[event.number] for event in (first, second)]
        ends = [bool(event["action"]) or event["terminal"] for event in events]
        if second.time - first.time < 0.005 and any(ends):
            close.add(second.number if ends[0] else first.number)
    return close


def _nearly(found):
    """Events that are close to zero where the run is ended."""
    n = found.mechanics.n
    values = [
        abs(found.value(e, found.t, found.state[:n], found.state[n : 2 * n])) for e in found.events
    ]
    ended = found.found[-1].number if found.t < END else -1
    return {i for i, g in enumerate(values) if i != ended and g < 1e-3 * found.largest[i]}
