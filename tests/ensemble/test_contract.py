"""Every real number of every kind: members that vary it are bitwise single runs, or refuse it."""

import warnings

import numpy as np
import pytest

from linkwork.api.parameter_paths import KINDS as REAL
from linkwork.api.parameter_paths import ParameterPath, set_values
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.errors import SolverError, SysError
from linkwork.ensemble.coverage import coverage_of
from linkwork.ensemble.members import Members
from linkwork.ensemble.recorded import Recorded
from linkwork.items import *
from tests.cases import Cases
from tests.ensemble.models import results_of, settings_of
from tests.items.samples import KINDS, World

pytestmark = pytest.mark.processors

HEAVY = {
    NodePoint: MassPoint, NodePoint2D: MassPoint2D, Node1D: Mass1D,
    NodeRigidBody2D: RigidBody2D, NodePlanar: RigidBody2D,
    NodeRigidBodyEP: ObjectRigidBody, NodeRigidBodyRxyz: ObjectRigidBody,
    NodeRigidBodyRotVecLG: ObjectRigidBody,
}  # fmt: skip
"""Bodies that give nodes their mass."""

CHANGES = (1.125, 0.0078125), (0.96875, 0.015625)
END = 0.004


def small_world(kind):
    """A system with an item of a kind, what it needs, and mass on every node."""
    w = World(kind)
    items = w.mbs._items
    carried = {node for item in items["object"] for node in item.nodes()}
    for number, node in enumerate(list(items["node"])):
        if number not in carried and type(node) in HEAVY:
            w.add(HEAVY[type(node)], nodeNumber=number)
    w.mbs.Assemble()
    return w


def real_numbers(w, kind):
    """Paths to the first number of every real parameter of an item."""
    number = int(w.first(kind))
    item = w.mbs._items[kind.family][number]
    for p in kind.fields.values():
        if not isinstance(p.kind, REAL):
            continue
        value = getattr(item, p.name)
        value = value.dense() if isinstance(value, MatrixContainer) else value
        if np.size(value):
            component = (0,) * np.ndim(value)
            yield ParameterPath(p.name, kind.family, number, p, kind.__name__, component)


def alone(kind, path, value, settings):
    """The coordinates of a single run of a new system, NaN after its end, and its error."""
    mbs, rows, text = small_world(kind).mbs, None, ""
    try:
        set_values(mbs, [path], [value])
        rows = mbs.SolveDynamic(settings, showCausingItems=False)
    except SolverError as error:
        rows, text = error.solution, str(error)
    except SysError as error:
        text = str(error)
    return rows, text


def check(kind, w, path, settings):
    """Compare members that vary a number with single runs; returns whether they were compiled."""
    nominal = path.value(w.mbs)
    recorded = Recorded((), np.array([0.5 * END, END]), True)
    members = Members(w.mbs, settings, "GeneralizedAlpha", [path], recorded)
    values = np.array([[nominal], *([nominal * a + b] for a, b in CHANGES)])
    results, report = results_of(members, values)
    for k, value in enumerate(values[:, 0]):
        single, text = alone(kind, path, float(value), members.settings)
        assert (report["status"][k] == 0) == (text == ""), (report[k], text)
        assert members.messages.get(k, "") == text
        rows = np.full(results[k].shape, np.nan)
        if single is not None:
            for row, t in enumerate(recorded.times):
                found = np.flatnonzero(np.abs(single.times - t) < 1e-9)
                if len(found):
                    parts = (single.coordinates, single.velocities, single.ode1_coordinates)
                    parts = *parts, single.data_coordinates
                    rows[row] = np.concatenate([part[found[-1]] for part in parts])
        assert np.array_equal(results[k], rows, equal_nan=True), (value, results[k] - rows)
    members.close()
    return members.reason == ""


def test_every_real_number_of_every_kind():
    settings, compiled, tried = settings_of(4, END), 0, 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Cases() as cases:
            for kind in KINDS:
                w = small_world(kind)
                for path in real_numbers(w, kind):
                    with cases(kind.__name__, path.text):
                        compiled += check(kind, w, path, settings)
                        tried += 1
    assert tried > 150
    assert compiled > 30


def test_numbers_of_laws_are_written_by_compiled_members():
    w = small_world(SpringDamper)
    found = {path.text: coverage_of(w.mbs, [path]).reason for path in real_numbers(w, SpringDamper)}
    assert len(found) == 5
    assert not any(found.values()), found
