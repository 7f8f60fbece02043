"""SolveStatic on random frames of springs and rods: forces balance in plain NumPy."""

import numpy as np
import pytest

from .static_models import Builder, net

pytestmark = pytest.mark.processors


def frame(seed):
    """(builder, places, forces, members): three fixed points, masses, springs and rods."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(3, 14))
    places = rng.uniform(-1.0, 1.0, (count + 3, 3))
    if seed % 3 == 0:
        places[:, 2] = 0.0
    forces = np.vstack([np.zeros((3, 3)), rng.normal(size=(count, 3)) * rng.choice([1.0, 10.0])])
    made = Builder()
    markers = [made.fixed(place) for place in places[:3]]
    for place, force in zip(places[3:], forces[3:], strict=True):
        markers.append(made.mass(place, float(rng.choice([0.0, 0.5, 2.0])), force))
    members, rods = [], 0
    for i in range(3, count + 3):
        for j in rng.choice(i, min(i, int(rng.integers(1, 4))), replace=False):
            length = float(np.linalg.norm(places[i] - places[j]))
            if rng.random() < 0.3 and rods < count:
                rods += 1
                made.rod(markers[j], markers[i], length)
                members.append((j, i, length, None))
            else:
                stiffness = float(rng.choice([50.0, 500.0, 1e4]))
                rest = length * float(rng.choice([0.8, 1.0, 1.3]))
                made.spring(markers[j], markers[i], rest, stiffness)
                members.append((j, i, rest, stiffness))
    return made, places, forces, members


@pytest.mark.parametrize("seed", range(10))
def test_random_frames_balance(seed):
    made, places, forces, members = frame(seed)
    solution = made.solve()
    found = np.vstack([places[:3], made.positions()])
    multipliers = iter(solution.multipliers[-1])
    total, size = forces.copy(), np.abs(forces).max()
    for first, second, length, stiffness in members:
        along = found[second] - found[first]
        long = float(np.linalg.norm(along))
        if stiffness is None:
            np.testing.assert_allclose(long, length, rtol=1e-10)
            tension = next(multipliers)
        else:
            tension = stiffness * (long - length)
        total[first] += tension * along / long
        total[second] -= tension * along / long
        size = max(size, abs(tension))
    np.testing.assert_allclose(total[3:], 0.0, atol=1e-8 * size)


def test_large_flat_net_is_sparse_and_symmetric():
    """1 500 coordinates without stiffness across the plane: few factorizations, no fallback."""
    count = 23
    on_edge = lambda i, j: i in (0, count) or j in (0, count)  # noqa: E731
    made = net(count, 0.1, "spring", on_edge)
    solution = made.solve()
    depth = made.positions()[:, 2].reshape(count - 1, count - 1)
    np.testing.assert_allclose(depth, depth.T, atol=1e-10)
    np.testing.assert_allclose(depth, depth[::-1, ::-1], atol=1e-10)
    assert depth.min() < -0.15
    assert solution.statistics.factorizations < 40 and not solution.statistics.fallbacks
