"""Masses: missing masses, invalid mass matrices, very different magnitudes."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.bodies.body import Body
from linkwork.connectors.coordinate_motion import ObjectConnectorCoordinateMotion
from linkwork.diagnosis.findings import HINT, WARNING, Report
from linkwork.diagnosis.subject import Subject
from linkwork.math.tolerances import EVEN_INPUT, INDEFINITE
from linkwork.results.snapshot import Snapshot

FAR_APART, TOO_FAR = 1.0e10, 1.0e15
"""Ratio of masses from which digits are lost; from which none are left if constraints connect them.
"""

SMALL_BLOCK, DENSE = 500, 200
"""Coordinates of a block whose eigenvalues are computed; entries per row of a dense one."""


def check(subject: Subject, report: Report) -> None:
    """Check the mass matrix at the initial state."""
    model, mass = subject.model, subject.matrices.mass
    assert model is not None
    if mass is None:
        report.error(
            "mass-matrix", "the mass matrix", "it cannot be evaluated, or is not finite",
            "check massMatrix and massMatrixUserFunction of the generic systems",
        )  # fmt: skip
        return
    masses = mass.diagonal()
    mass = _with_held(subject, mass)
    _tell_missing(subject, report, np.flatnonzero(mass.diagonal() == 0.0))
    for k in np.flatnonzero(masses < 0.0):
        report.error(
            "negative-mass", model.numbering.coordinate_name(int(k)), f"its mass is {masses[k]:g}",
            f"give it a positive mass: check {_bodies(subject, int(k))}",
        )  # fmt: skip
    _tell_blocks(subject, report, mass)
    _compare(subject, report, masses)


def _with_held(subject: Subject, mass: Any) -> Any:
    """The mass matrix, with mass added along the directions that equations of nodes hold.

    These equations determine the coordinates, so no mass is needed there.
    """
    rows = int(subject.model.numbering.object_row[0]) if subject.model is not None else 0
    gradients = subject.matrices.gradients() if rows else None
    if gradients is None:
        return mass
    return mass + (abs(mass).max() or 1.0) * (gradients[:rows].T @ gradients[:rows])


def _bodies(subject: Subject, coordinate: int) -> str:
    return ", ".join(subject.bodies_on(coordinate)) or "the bodies on this node"


def _moved(subject: Subject) -> set[int]:
    """Coordinates whose motion is prescribed: they need no mass."""
    assert subject.model is not None
    coordinates = subject.model.markers.coordinates
    ends = [
        end
        for item in subject.items["object"]
        if isinstance(item, ObjectConnectorCoordinateMotion)
        for end in item.markerNumbers
    ]
    return {int(k) for end in ends for k in coordinates.of(end)}


def _tell_missing(subject: Subject, report: Report, massless: np.ndarray) -> None:
    """Report coordinates without mass; constraints may determine them."""
    model = subject.model
    assert model is not None
    if not len(massless):
        return
    free = set(massless.tolist())
    active = subject.matrices.active_rows
    gradients = subject.matrices.gradients() if len(active) else None
    if gradients is not None:
        columns = gradients[active][:, massless].T.tocsr()
        determined = np.ones(len(massless), bool)
        determined[dependent_rows(columns)] = False
        free -= set(massless[determined].tolist())
    moved = _moved(subject)
    nodes = np.searchsorted(model.numbering.node_first, massless, side="right") - 1
    for node in dict.fromkeys(nodes.tolist()):
        own = massless[nodes == node].tolist()
        loose = [k for k in own if k in free]
        held = [k for k in own if k not in free | moved]
        if loose:
            report.error(
                "no-mass", subject.label("node", node),
                f"no mass acts on {_places(subject, loose)}: accelerations are not determined",
                "put a body with mass on the node, or mass into the matrix of its "
                "ObjectGenericODE2",
            )  # fmt: skip
        if held:
            report.hint(
                "no-mass-but-held", subject.label("node", node),
                f"no mass acts on {_places(subject, held)}; constraints determine it",
                "give it a mass if it should move",
            )  # fmt: skip


def _places(subject: Subject, coordinates: list[int]) -> str:
    """coordinate 0; coordinates 0, 1, 2 of a node, by their indices in the system."""
    assert subject.model is not None
    names = [subject.model.numbering.coordinate_name(k).split()[1] for k in coordinates[:6]]
    more = f" and {len(coordinates) - 6} more" if len(coordinates) > 6 else ""
    return f"coordinate{'s' if len(coordinates) > 1 else ''} {', '.join(names)}{more}"


def _tell_blocks(subject: Subject, report: Report, mass: Any) -> None:
    """Check that blocks of coupled coordinates are symmetric and positive definite."""
    from scipy.sparse.csgraph import connected_components

    _, group = connected_components(mass, directed=False)
    counts = np.bincount(group)
    if not len(counts) or counts.max() < 2:
        return
    opened = _opened(subject)
    order = np.argsort(group, kind="stable")
    first = np.concatenate([[0], np.cumsum(counts)])
    for k in np.flatnonzero(counts > 1):
        members = order[first[k] : first[k + 1]]
        if (mass.diagonal()[members] <= 0.0).any():
            continue  # already reported
        where = f"the mass matrix of {_bodies(subject, int(members[0]))}"
        block = mass[members][:, members]
        size = abs(block).max()
        skew = abs(block - block.T).max()
        if skew > EVEN_INPUT * size:
            report.warning(
                "mass-not-symmetric", where, f"M and its transpose differ by {skew:.3g}",
                "make it symmetric",
            )  # fmt: skip
        lowest = _lowest(block)
        if lowest > -INDEFINITE and opened[members].any():
            continue  # constraints hold what material that moves could do
        if lowest <= INDEFINITE:
            report.error(
                "mass-indefinite", where,
                "it is not positive definite: scaled to a diagonal of ones, its smallest "
                f"{'eigenvalue' if len(members) <= SMALL_BLOCK else 'pivot'} is {lowest:.3g}",
                "check its entries, or mass, inertia and center of mass",
            )  # fmt: skip


def _opened(subject: Subject) -> np.ndarray:
    """Whether each coordinate belongs to a body whose material enters and leaves it."""
    model = subject.model
    assert model is not None
    found = np.zeros(model.n_ode2, bool)
    for number, item in enumerate(subject.items["object"]):
        if isinstance(item, Body) and item.is_open:
            found[model.object_coordinates(number)] = True
    return found


def _lowest(block: object) -> float:
    """Smallest eigenvalue, or pivot if it is large, of a matrix scaled to a diagonal of ones."""
    from scipy.sparse import csr_matrix, diags

    scale = diags(1.0 / np.sqrt(csr_matrix(block).diagonal()))
    scaled = scale @ block @ scale
    if scaled.shape[0] <= SMALL_BLOCK:
        return float(np.linalg.eigvalsh(scaled.toarray())[0])
    if scaled.nnz > DENSE * scaled.shape[0]:
        try:
            return float(np.linalg.cholesky(scaled.toarray()).diagonal().min()) ** 2
        except np.linalg.LinAlgError:
            return -0.0
    from scipy.sparse.linalg import splu

    # pivots in any order have the signs of the eigenvalues if rows are not exchanged
    try:
        factors = splu(
            scaled.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )  # fmt: skip
    except RuntimeError:
        return 0.0
    return float(factors.U.diagonal().min())


def _compare(subject: Subject, report: Report, masses: np.ndarray) -> None:
    """Report masses of one unit that differ so much that digits are lost."""
    model = subject.model
    assert model is not None
    if len(masses) < 2 or not subject.is_implicit and not model.n_ae:
        return  # uncoupled ones are not a problem
    units = np.array([column.unit for column in Snapshot(subject.items).coordinates()])
    for unit in dict.fromkeys(units.tolist()):
        chosen = np.flatnonzero((units == unit) & (masses > 0.0))
        if len(chosen) < 2:
            continue
        low, high = chosen[masses[chosen].argmin()], chosen[masses[chosen].argmax()]
        if masses[high] > FAR_APART * masses[low]:
            lost = model.n_ae > 0 and masses[high] > TOO_FAR * masses[low]
            report.add(
                WARNING if lost else HINT,
                "masses-far-apart", model.numbering.coordinate_name(int(low)),
                f"its mass of {masses[low]:.3g} is {masses[high] / masses[low]:.1e} times smaller "
                f"than {masses[high]:.3g} of {model.numbering.coordinate_name(int(high))}",
                "check the units of both; such different masses cost digits in one system of "
                "equations",
            )  # fmt: skip
