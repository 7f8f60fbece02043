"""Checks of an item: its Jacobian against differences, action and reaction, rules of kernels.

The item is put into a small test system, between markers at random positions, in random states. Its
compiled kernels run there as in a simulation.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from linkwork.api.system import MainSystem, SystemContainer
from linkwork.bodies.body import Body
from linkwork.connectors.connector import (
    Connector,
    Constraint,
    CoordinateConnector,
    CoordinateEquation,
    ManyConnector,
    PairConnector,
)
from linkwork.core.declare.item import Item
from linkwork.core.errors import SysError
from linkwork.extend.kernel_rules import all_complaints
from linkwork.extend.probe import Probe
from linkwork.loads.load import Load

STEP = 1.0e-4
"""Relative step of the differences, which are extrapolated: their error is of its fourth power."""

BALANCE = 1.0e-12
"""Largest sum of the forces on both markers, relative to one of them."""


class CheckError(SysError, AssertionError):
    """An item that does not do what its declaration says."""


class Scales(NamedTuple):
    """Random states: places and displacements [m], velocities [m/s]."""

    length: float
    speed: float


def check(item: Item | type[Item], **options: Any) -> float:
    """Run check_kernels, check_balance (connectors) and check_jacobian; returns its result.

    item -- an item, or a kind with the values of its parameters as options
    """
    kind, _ = _given(item, {})
    check_kernels(kind)
    if issubclass(kind, Connector):
        known = {name: value for name, value in options.items() if name not in JACOBIAN_ONLY}
        check_balance(item, **known)
    return check_jacobian(item, **options)


JACOBIAN_ONLY = ("tolerance", "levels")
"""Options that check_balance does not have."""


def check_kernels(kind: type[Item]) -> None:
    """Raise CheckError if kernels break the rules: what they write, what they allocate.

    kind -- class of the item
    """
    try:
        found = all_complaints(kind.kernels.values())
    except OSError:
        raise CheckError(
            f"{kind.__name__}: the rules of kernels are checked in their source text, which is "
            "not available; put the item into a file"
        ) from None
    if found:
        raise CheckError(f"{kind.__name__}: kernels must not\n  " + "\n  ".join(found))


def check_jacobian(
    item: Item | type[Item],
    *,
    tolerance: float = 1e-7,
    samples: int = 5,
    length: float = 1.0,
    speed: float = 1.0,
    seed: int = 0,
    levels: tuple[int, ...] = (0, 1),
    **values: Any,
) -> float:
    """Compare the kernel `jacobian` with differences of `residual` and, of bodies, `inertia`.

    item -- an item, or a kind with the values of its parameters; the markers, bodies and nodes
    that it needs are created here
    length [m], speed [m/s] -- size of the random states; if a law changes within a small
    distance or speed, give that one
    levels -- of constraints: 0 equation of positions, 1 of velocities; with both, the values of
    all levels are also compared with the time derivatives of the level before

    Returns the largest error relative to the matrix, and raises CheckError if it is above
    tolerance.
    """
    kind, values = _given(item, values)
    scales, rng = Scales(length, speed), np.random.default_rng(seed)
    worst = 0.0
    for active in (True, False) if "activeConnector" in kind.fields else (None,):
        for _ in range(samples):
            given = values if active is None else values | {"activeConnector": active}
            with _probe(kind, given, rng, scales) as probe:
                for level in levels if issubclass(kind, Constraint) else (0,):
                    worst = max(worst, _compare(probe, kind, level, scales, tolerance))
                if issubclass(kind, Body):
                    _check_masses(probe, kind)
                if issubclass(kind, Constraint) and active and len(levels) > 1:
                    worst = max(worst, _compare_levels(probe, kind, scales, tolerance))
    return worst


def check_balance(
    item: Item | type[Item],
    *,
    samples: int = 5,
    length: float = 1.0,
    speed: float = 1.0,
    seed: int = 0,
    **values: Any,
) -> None:
    """Check that the forces of a connector on its markers cancel, and vanish if inactive.

    Those between positions must also lie on the line of the markers, unless the kind says
    rigid_invariance = False.

    item -- an item, or a kind with the values of its parameters
    """
    kind, values = _given(item, values)
    if not issubclass(kind, Connector):
        raise CheckError(f"{kind.__name__} is not a connector, so it has no reaction")
    scales, rng = Scales(length, speed), np.random.default_rng(seed)
    for _ in range(samples):
        with _probe(kind, values | {"activeConnector": True}, rng, scales) as probe:
            _check_forces(probe, kind)
        with _probe(kind, values | {"activeConnector": False}, rng, scales) as probe:
            if np.any(probe.forces()):
                raise CheckError(f"{kind.__name__} acts although activeConnector is False")


def _check_forces(probe: Probe, kind: type[Connector]) -> None:
    first, second, *others = probe.forces()
    size = np.abs([first, second, *others]).max()
    if np.abs(sum([first, second, *others])).max() > BALANCE * size:
        told = "".join(f", the next {other}" for other in others)
        raise CheckError(
            f"{kind.__name__}: action is not reaction: m0 receives {first}, m1 {second}{told}"
        )
    if issubclass(kind, PairConnector) and kind.rigid_invariance:
        p0, p1, _, _ = probe.points()
        if np.abs(np.cross(p1 - p0, first)).max() > BALANCE * size * np.abs(p1 - p0).max():
            raise CheckError(
                f"{kind.__name__}: the force {first} on m0 is not along p1 - p0 = {p1 - p0}, so "
                "the two forces have a moment; if that is intended, set rigid_invariance = False"
            )


# ---------------------------------------------------------------------- the system


def _given(item: Any, values: dict[str, Any]) -> tuple[type[Item], dict[str, Any]]:
    """Kind and values of an item or a kind."""
    if isinstance(item, Item):
        own = {name: getattr(item, name) for name in item.given if name in item.fields}
        return type(item), own | values
    if isinstance(item, type) and issubclass(item, (Connector, Load, Body)):
        return item, values
    raise CheckError(f"a connector, load or body (item or class) is needed, got {item!r}")


@contextmanager
def _probe(
    kind: type[Item], values: dict[str, Any], rng: np.random.Generator, scales: Scales
) -> Iterator[Probe]:
    """The item between random markers, at a random state."""
    mbs = SystemContainer().AddSystem()
    markers: list[int] = []
    if issubclass(kind, Body):
        mbs.AddObject(kind(**values | _nodes(mbs, kind)))
    elif issubclass(kind, Load):
        markers = [_marker(mbs, kind.marker_types[0], np.zeros(3))]
        mbs.AddLoad(kind(**values | {"markerNumber": markers[0]}))
    else:
        assert issubclass(kind, Connector)
        places = [_place(rng, scales.length, side) for side in _sides(kind, values)]
        markers = [_marker(mbs, kind.marker_types[0], place) for place in places]
        mbs.AddObject(kind(**values | {"markerNumbers": markers}))
    probe = Probe(mbs, markers, sum(callable(value) for value in values.values()))
    probe.shake(rng, 0.1 * scales.length)
    probe.data["v"][:] *= scales.speed
    probe.data["row_mass"][:] = 1.0
    probe.data.scalars.t = rng.uniform()
    try:
        yield probe
    finally:
        probe.model.functions.release_all()


def _sides(kind: type[Connector], values: dict[str, Any]) -> list[float]:
    """Side of the origin of each end; if there are MANY, as many as given, or three."""
    count = 2 if not issubclass(kind, ManyConnector) else len(values.get("markerNumbers", "012"))
    return [-1.0 if k % 2 == 0 else 1.0 for k in range(count)]


def _nodes(mbs: MainSystem, kind: type[Body]) -> dict[str, Any]:
    """Nodes for a body: one, or as many as its list of nodes has by default."""
    if "nodeNumbers" not in kind.fields:
        return {"nodeNumber": mbs.AddNode(kind.node_kinds[0]())}
    count = max(1, len(kind.fields["nodeNumbers"].default))
    nodes = [mbs.AddNode(kind.node_kinds[0]()) for _ in range(count)]
    return {"nodeNumbers": nodes}


def _place(rng: np.random.Generator, length: float, side: float) -> np.ndarray:
    """A place on one side of the origin, so that two positions are apart."""
    place: np.ndarray = rng.uniform(-0.5, 0.5, 3) + [0.75 * side, 0.0, 0.0]
    return length * place


def _marker(mbs: MainSystem, wanted: str, place: np.ndarray) -> int:
    if wanted == "Coordinate":
        node = mbs.AddNode({"nodeType": "1D"})
        mbs.AddObject({"objectType": "Mass1D", "physicsMass": 1.0, "nodeNumber": node})
        return mbs.AddMarker({"markerType": "NodeCoordinate", "nodeNumber": node, "coordinate": 0})
    if wanted == "Orientation":
        pose = [place[0], place[1], 0.5]
        node = mbs.AddNode({"nodeType": "RigidBody2D", "referenceCoordinates": pose})
        values = {"physicsMass": 1.0, "physicsInertia": 1.0, "nodeNumber": node}
        body = mbs.AddObject({"objectType": "RigidBody2D", **values})
        arm = [0.25, -0.5, 0.0]
        return mbs.AddMarker({"markerType": "BodyRigid", "bodyNumber": body, "localPosition": arm})
    node = mbs.AddNode({"nodeType": "Point", "referenceCoordinates": place})
    body = mbs.AddObject({"objectType": "MassPoint", "physicsMass": 1.0, "nodeNumber": node})
    marker = "BodyMass" if wanted == "BodyMass" else "BodyPosition"
    return mbs.AddMarker({"markerType": marker, "bodyNumber": body})


# ---------------------------------------------------------------------- comparing


class Mismatch(NamedTuple):
    """Entry of the matrix where kernel and differences differ most."""

    row: int
    column: int
    by: str
    factor: float
    given: float
    wanted: float


def _check_masses(probe: Probe, kind: type[Body]) -> None:
    """Check that inertia is M a, and that off-diagonal entries of M are declared."""
    probe.factors(0.0, 0.0, 1.0, 1.0)
    matrix = probe.matrix(0)
    beside = matrix - np.diag(np.diag(matrix))
    if np.any(beside) and not kind.couples_coordinates:
        raise CheckError(
            f"{kind.__name__}: its mass matrix has off-diagonal entries; set "
            "couples_coordinates = True, else explicit solvers have no place for them"
        )
    probe.data["a"][:] = 0.0
    probe.data["residual"][:] = 0.0
    probe.equations.run("inertia_calls")
    if np.any(probe.data["residual"]):
        raise CheckError(
            f"{kind.__name__}: inertia gives {probe.data['residual']} without accelerations; it "
            "must be M a only, and forces belong in a kernel residual, which all solvers evaluate"
        )


def _compare(probe: Probe, kind: type[Item], level: int, scales: Scales, tolerance: float) -> float:
    """Largest relative error of the matrix by positions, velocities and accelerations."""
    worst = 0.0
    for by, factor in (("q", scales.length), ("v", scales.speed), ("a", 1.0)):
        cq, cv, ca = (factor if by == name else 0.0 for name in "qva")
        probe.factors(cq, cv, ca, 1.0)
        exact = probe.matrix(level)
        coarse, fine = probe.differences(level, 2.0 * STEP), probe.differences(level, STEP)
        close = (4.0 * fine - coarse) / 3.0
        size = max(np.abs(exact).max(), np.abs(close).max(), np.abs(probe.residual(level)).max())
        if not np.isfinite(size):
            raise CheckError(f"{kind.__name__}: jacobian or residual is not finite")
        errors = np.abs(exact - close) / (size or 1.0)
        worst = max(worst, float(errors.max()))
        if worst > tolerance:
            row, column = _worst_entry(errors, probe, tolerance, kind)
            entry = exact[row, column], close[row, column]
            _complain(probe, kind, level, Mismatch(row, column, by, factor, *entry), worst)
    return worst


def _worst_entry(
    errors: np.ndarray, probe: Probe, tolerance: float, kind: type[Item]
) -> tuple[int, int]:
    """Prefer entries of the first marker, where a block appears as its kernel writes it."""
    chosen = errors
    if issubclass(kind, Connector) and not issubclass(kind, CoordinateEquation):
        second = _of_second(probe, np.arange(len(errors)))
        inside = np.where(second[:, None] | second[None, :], 0.0, errors)
        chosen = inside if inside.max() > tolerance else errors
    row, column = np.unravel_index(int(chosen.argmax()), errors.shape)
    return int(row), int(column)


def _of_second(probe: Probe, index: Any) -> Any:
    """Whether an unknown is a coordinate of the second marker."""
    n = probe.model.n_ode2
    return (index >= n // 2) & (index < n)


def _complain(probe: Probe, kind: type[Item], level: int, m: Mismatch, error: float) -> None:
    n, name = probe.model.n_ode2, kind.__name__
    tail = f"(relative error {error:.1e}, level {level})"
    if issubclass(kind, Load):
        raise CheckError(
            f"{name}: a load may depend on time only, but this one changes with {m.by}; "
            f"make it a connector, which has a Jacobian {tail}"
        )
    if issubclass(kind, Body):
        raise CheckError(
            f"{name}: jacobian gives {m.given:.9g} at [{m.row}, {m.column}] of its matrix by "
            f"{m.by}, but differences of inertia give {m.wanted:.9g} {tail}"
        )
    count = n // 2
    place = (m.row % count if m.row < n else n, m.column % count if m.column < n else n)
    second = _of_second(probe, m.row) or _of_second(probe, m.column)
    if second and not issubclass(kind, CoordinateEquation):
        raise CheckError(
            f"{name}: the block of m0 is correct by {m.by}, but the others do not follow from it: "
            "forces may depend on p1 - p0 and v1 - v0 only, and the force on m1 must be the "
            f"reaction {tail}"
        )
    block, given, wanted = _block(kind, m, n, place)
    raise CheckError(
        f"{name}: jacobian writes {block} = {given:.9g}, but differences of residual give "
        f"{wanted:.9g} {tail}"
    )


def _block(
    kind: type[Item], m: Mismatch, n: int, place: tuple[int, int]
) -> tuple[str, float, float]:
    """The array and entry that a kernel writes for a matrix entry, and both values."""
    single = issubclass(kind, CoordinateConnector)
    end = (m.row if m.row < n else m.column) // (n // 2)
    sign = -1.0 if end == 0 and not single else 1.0
    if m.row < n and m.column < n:
        array = {"q": "stiffness_out", "v": "damping_out", "a": "masses"}[m.by]
        index, factor = "" if single else f"{place[0]}, {place[1]}", m.factor
    elif m.row >= n and m.column >= n:
        array, index, factor = "slope_out", "", 1.0
    elif m.row < n:
        array, index, factor = "gradient_out", str(end if single else place[0]), sign
    else:
        array = {"q": "row_q_out", "v": "row_v_out", "a": "row"}[m.by]
        index, factor = str(end if single else place[1]), sign * m.factor
    entry = f"{array}[i, {index}]" if index else f"{array}[i]"
    return entry, m.given / factor, m.wanted / factor


def _compare_levels(probe: Probe, kind: type[Item], scales: Scales, tolerance: float) -> float:
    """Each level of a constraint must be the time derivative of the level before."""
    worst = 0.0
    step = STEP * scales.length / scales.speed
    for level in (0, 1):
        probe.residual(level + 1)
        given = float(probe.data["constraint"][0])
        fine, coarse = (_rate(probe, level, h) for h in (step, 2.0 * step))
        wanted = (4.0 * fine - coarse) / 3.0
        size = max(abs(given), abs(wanted), scales.speed ** (level + 1) / scales.length**level)
        worst = max(worst, abs(given - wanted) / size)
        if worst > tolerance:
            raise CheckError(
                f"{kind.__name__}: residual gives constraint_out = {given:.9g} at level "
                f"{level + 1}, but level {level} changes by {wanted:.9g} per second"
            )
    return worst


def _rate(probe: Probe, level: int, step: float) -> float:
    """Change of a constraint's value per time, along the velocities."""
    q, t = probe.data["q"].copy(), probe.data.scalars.t
    sides = []
    for h in (step, -step):
        probe.data["q"][:] = q + h * probe.data["v"]
        probe.data.scalars.t = t + h
        probe.residual(level)
        sides.append(float(probe.data["constraint"][0]))
    probe.data["q"][:], probe.data.scalars.t = q, t
    return (sides[0] - sides[1]) / (2.0 * step)
