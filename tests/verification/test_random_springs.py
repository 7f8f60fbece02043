"""Nets of random one-sided and tabular springs: energy, and two methods that agree."""

import numpy as np
import pytest

from .event_models import Model, Solver

LAWS = ("Linear", "Tensile", "Compressive", "Tabular")
GRAVITY = np.array([0.0, -5.0, 0.0])


class Net(Model):
    """Three masses and the ground, a spring between any two of them."""

    def __init__(self, seed, damping):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.places = np.vstack([np.zeros(3), rng.uniform(-2.0, 2.0, (3, 3))])
        self.masses = rng.uniform(0.5, 2.0, 3)
        markers = [self.ground] + [
            self.mass(place, rng.uniform(-2.0, 2.0, 3), m, GRAVITY)
            for place, m in zip(self.places[1:], self.masses, strict=True)
        ]
        self.springs = []
        for i in range(4):
            for j in range(i):
                L0 = np.linalg.norm(self.places[i] - self.places[j]) * rng.uniform(0.8, 1.2)
                u = np.linspace(-0.6, 0.6, 7) + rng.uniform(-0.05, 0.05, 7)
                curve = np.column_stack([u, np.cumsum(rng.uniform(5.0, 60.0, 7)) - 130.0])
                law, k = LAWS[int(rng.integers(4))], rng.uniform(10.0, 500.0)
                values = dict(springType=law, stiffness=k, curve=curve, damping=damping)
                self.spring(markers[j], markers[i], referenceLength=L0, **values)
                self.springs.append((i, j, law, k, L0, curve))

    def energy(self, q, v):
        """Energy of the whole net [J]; forces of tables are summed over fine steps."""
        p = self.places + np.vstack([np.zeros(3), q.reshape(3, 3)])
        kinetic = 0.5 * self.masses @ (v.reshape(3, 3) ** 2).sum(axis=1)
        total = kinetic - self.masses @ (p[1:] @ GRAVITY)
        for i, j, law, k, L0, curve in self.springs:
            u = np.linalg.norm(p[i] - p[j]) - L0
            if law == "Tabular":
                knots = curve[:, 0]
                u_all = np.unique([0.0, u, *knots[(knots > min(u, 0.0)) & (knots < max(u, 0.0))]])
                stored = np.trapezoid(np.interp(u_all, *curve.T), u_all)
                total += stored if u > 0.0 else -stored
            elif not (law == "Tensile" and u < 0.0) and not (law == "Compressive" and u > 0.0):
                total += 0.5 * k * u**2
        return total


@pytest.mark.parametrize("seed", range(12))
def test_energy_of_springs_stays_and_dampers_take_it(seed):
    for damping in (0.0, 2.0):
        net = Net(seed, damping)
        solution = net.solve(1.0, Solver.DOPRI5, tolerance=1e-11, period=0.05)
        found = [
            net.energy(q, v) for q, v in zip(solution.coordinates, solution.velocities, strict=True)
        ]
        if damping:
            assert found[-1] < found[0] - 0.1
            assert np.diff(found).max() < 1e-9  # all springs may be slack
        else:
            assert np.ptp(found) < 1e-7
        other = Net(seed, damping).solve(1.0, Solver.DVERK6, tolerance=1e-11, period=0.05)
        assert other.coordinates == pytest.approx(solution.coordinates, abs=1e-8)
        assert other.statistics["events"] == solution.statistics["events"] > 0
