"""Lowest eigenvalues of a prestressed net: both engines from the assembled model to the shapes.

The net has 40 x 25 masses in space, with springs under tension and a fixed border: 3000
coordinates. Its frequencies are known in closed form, with which both engines are compared.
"""

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.bench.engine import OWN, Engine

MASS, STIFFNESS, DAMPING = 0.1, 1.0e4, 1.0  # kg, N/m, N s/m
LENGTH, REST = 1.0, 0.9  # m: distance of neighbors, length of a spring without force
COUNT = 20
SIZE, QUICK_SIZE = (40, 25), (20, 12)


class Row(NamedTuple):
    """title; seconds and error of ours and of the peer; error: of the frequencies, relative"""

    title: str
    ours: float
    peer: float
    error: float
    peer_error: float


def build(engine: Engine, size: tuple[int, int]) -> tuple[Any, Any]:
    """Container and assembled system of a net."""
    items = engine.items
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    markers = {}
    for place in _places(size):
        position = [LENGTH * place[0], LENGTH * place[1], 0.0]
        if _is_free(place, size):
            node = system.AddNode(items.NodePoint(referenceCoordinates=position))
            body = system.AddObject(items.MassPoint(physicsMass=MASS, nodeNumber=node))
            marker = items.MarkerBodyPosition(bodyNumber=body)
        else:
            marker = items.MarkerBodyPosition(bodyNumber=ground, localPosition=position)
        markers[place] = system.AddMarker(marker)
    for first, second in _links(size):
        system.AddObject(
            items.SpringDamper(
                markerNumbers=[markers[first], markers[second]], referenceLength=REST,
                stiffness=STIFFNESS, damping=DAMPING,
            )
        )  # fmt: skip
    system.Assemble()
    return container, system


def _places(size: tuple[int, int]) -> list[tuple[int, int]]:
    return [(i, j) for i in range(size[0] + 2) for j in range(size[1] + 2)]


def _is_free(place: tuple[int, int], size: tuple[int, int]) -> bool:
    return 0 < place[0] <= size[0] and 0 < place[1] <= size[1]


def _links(size: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbors of which at least one is free."""
    for i, j in _places(size):
        for other in ((i + 1, j), (i, j + 1)):
            inside = other[0] <= size[0] + 1 and other[1] <= size[1] + 1
            if inside and (_is_free((i, j), size) or _is_free(other, size)):
                yield (i, j), other


def exact(size: tuple[int, int]) -> np.ndarray:
    """Frequencies in closed form [Hz], ascending.

    Along a link the stiffness is that of the spring, across it tension/length. In each direction
    of motion the net is the sum of two strings, one along x and one along y.
    """
    across = STIFFNESS * (LENGTH - REST) / LENGTH
    halves = [np.sin(0.5 * np.pi * np.arange(1, count + 1) / (count + 1)) ** 2 for count in size]
    squares = [
        4.0 / MASS * np.add.outer(along_x * halves[0], along_y * halves[1]).ravel()
        for along_x, along_y in ((STIFFNESS, across), (across, STIFFNESS), (across, across))
    ]
    return np.sqrt(np.sort(np.concatenate(squares))) / (2.0 * np.pi)


def rows(engines: tuple[Engine, Engine], quick: bool, repeat: int) -> Iterator[Row]:
    """Sparse solvers taking turns; the peer's dense solver once, since it takes long."""
    size = QUICK_SIZE if quick else SIZE
    truth = exact(size)[:COUNT]
    nets = [build(engine, size) for engine in engines]
    best = {engine.name: math.inf for engine in engines}
    errors = {}
    for _ in range(repeat):
        for engine, (_, system) in zip(engines, nets, strict=True):
            system.Assemble()
            seconds, found = _timed(lambda s=system: _frequencies(s, True))
            best[engine.name] = min(best[engine.name], seconds)
            errors[engine.name] = _error(found, truth)
    ours, peer = engines[0].name, engines[1].name
    assert ours == OWN
    title = f"net of {3 * size[0] * size[1]} coordinates, lowest {COUNT}"
    yield Row(f"{title}, sparse", best[ours], best[peer], errors[ours], errors[peer])
    seconds, found = _timed(lambda: _frequencies(nets[1][1], False))
    yield Row(f"{title}, peer dense", best[ours], seconds, errors[ours], _error(found, truth))
    matrices = [_timed(system.ComputeLinearizedSystem)[0] for _, system in nets]
    yield Row("its matrices alone, full", *matrices, math.nan, math.nan)


def _frequencies(system: Any, sparse: bool) -> np.ndarray:
    found: np.ndarray = system.ComputeODE2Eigenvalues(
        useSparseSolver=sparse, numberOfEigenvalues=COUNT, convert2Frequencies=True
    )[0]
    return found


def _timed(action: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = action()
    return time.perf_counter() - start, found


def _error(found: np.ndarray, truth: np.ndarray) -> float:
    return float(np.abs(np.sort(found) / truth - 1.0).max())
