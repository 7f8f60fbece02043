"""Plain numbers that are set again and again: written into the tables, judged like all others."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare.indices import INDEX_TYPES
from linkwork.core.declare.parameters import Number
from linkwork.items import *
from tests.cases import Cases, looped
from tests.items.samples import KINDS, world

WRONG = (
    *(np.nan, np.inf, -np.inf, -1e-300, 0.0, -1, 10**400, True, None, "1", 1j),
    *([1.0], [1, 2, np.nan], [1, 2, "3"], [True, 1, 2], [[1, 2, 3]], (1, 2, 3, 4)),
    np.array([1.0, 2.0]),
)


@pytest.fixture(scope="module")
def both():
    """Two equal systems with all kinds; the second one never writes directly."""
    made = [world() for _ in range(2)]
    for w in made:
        w.mbs.Assemble()
    return made


def plain_parameters(w):
    """(index, parameter) of all parameters that have a cell after they were set."""
    for kind in KINDS:
        if kind.family not in ("object", "load"):
            continue
        index = INDEX_TYPES[kind.family](w.first(kind))
        for p in kind.fields.values():
            is_vector = getattr(p.kind, "shape", None) == (3,)
            if (isinstance(p.kind, Number) or is_vector) and not p.structural and p.symbol:
                yield index, p, [0.25, 0.5, 0.75] if is_vector else 0.25


def outcome(mbs, index, name, value):
    """What setting a parameter does: the value afterwards, or the text of the error."""
    try:
        mbs._set_by_index(index, name, value)
    except exu.SysError as error:
        return str(error)
    return np.ravel(getattr(mbs._items[index.family][index], name)).tolist()


def test_values_are_judged_as_in_the_usual_way(both):
    quick, usual = (w.mbs for w in both)
    cells = set()
    with Cases() as cases:
        for index, p, value in plain_parameters(both[0]):
            with cases(repr(index), p.name):
                for mbs in (quick, usual):
                    mbs._set_by_index(index, p.name, value)
                for given in (*WRONG, value, 2 * np.asarray(value), tuple(np.atleast_1d(value))):
                    usual._cells.clear()
                    found, wanted = (outcome(mbs, index, p.name, given) for mbs in (quick, usual))
                    assert found == wanted, given
                cells.update(quick._cells)
                for mbs in (quick, usual):
                    if mbs._model is None:  # a value needed another law
                        mbs.Assemble()
                places = [mbs._model.place[index.family, index] for mbs in (quick, usual)]
                rows = [table.rows[row].tolist() for table, row in places]
                fields = places[0][0].kind.fields.values()
                functions = {q.symbol for q in fields if q.name.endswith("UserFunction")}
                names = places[0][0].rows.dtype.names
                for name, own, other in zip(names, *rows, strict=True):
                    assert name in functions or np.array_equal(own, other), name
    assert sum(cases.tried.values()) > 60
    assert len(cells) > 45


def spring():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    made = mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0.8, stiffness=50))
    load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, 0, 0]))
    mbs.Assemble()
    return mbs, node, made, load


def settings(steps=50):
    made = exu.SimulationSettings()
    made.timeIntegration.numberOfSteps, made.timeIntegration.endTime = steps, 1e-2 * steps
    made.timeIntegration.verboseMode = 0
    return made


def test_results_keep_the_values_that_they_had():
    mbs, _, made, load = spring()
    solutions = []
    for k in range(4):
        for value in (k + 10.0, k + 20.0):
            mbs.SetObjectParameter(made, "stiffness", value)
            mbs.SetLoadParameter(load, "loadVector", [value, 0.0, 0.0])
        solutions.append(mbs.SolveDynamic(settings()))
    for k, solution in enumerate(solutions):
        items = solution.snapshot.items
        assert items["object"][made].stiffness == k + 20.0
        assert items["load"][load].loadVector.tolist() == [k + 20.0, 0, 0]
    assert mbs.GetObject(made)["stiffness"] == 23.0
    assert mbs.GetLoadParameter(load, "loadVector").tolist() == [23.0, 0, 0]


def test_two_parameters_of_one_item_are_both_kept():
    """Each parameter has a place of its own, both write into the same copy of the item."""
    mbs, _, made, _ = spring()
    for k in range(4):
        mbs.SetObjectParameter(made, "stiffness", 60.0 + k)
        mbs.SetObjectParameter(made, "damping", 1.0 + k)
        item = mbs._items["object"][made]
        assert (item.stiffness, item.damping) == (60.0 + k, 1.0 + k)
        assert {"stiffness", "damping"} <= item.given
    mbs.SetObjectParameter(made, "stiffness", 61.0)  # a value that an old copy may have
    table, row = mbs._model.place["object", made]
    assert table.rows["k"][row] == 61.0
    found = mbs.SolveDynamic(settings()).coordinates[-1]
    mbs.Assemble()
    assert np.array_equal(mbs.SolveDynamic(settings()).coordinates[-1], found)


def test_an_index_of_another_family_is_refused():
    mbs, _, made, load = spring()
    for _ in range(3):
        mbs.SetObjectParameter(made, "stiffness", 1.0)
        mbs.SetObjectParameter(made, "stiffness", 2.0)
        with pytest.raises(exu.ParameterError):
            mbs.SetObjectParameter(exu.LoadIndex(int(made)), "stiffness", 3.0)
        with pytest.raises(exu.ParameterError):
            mbs.SetObjectParameter(float(made), "stiffness", 3.0)
    with pytest.raises(exu.ParameterError, match=r"takes what AddNode.*got 2"):
        mbs._set_by_index(2, "stiffness", 1.0)


def controlled(solver, law, steps=200):
    """End of a run whose load and stiffness follow `law(t)`, set before each step."""
    mbs, node, made, load = spring()

    def control(mbs, t):
        value = law(t)
        mbs.SetLoadParameter(load, "loadVector", [value, 0.5 * value, 0.0])
        mbs.SetObjectParameter(made, "stiffness", 50.0 + value)
        return True

    mbs.SetPreStepUserFunction(control)
    return mbs.SolveDynamic(settings(steps), solver)


@looped("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet", "DOPRI5"])
@looped("law", [lambda t: np.sin(3 * t), lambda t: float(t > 0.7)])
def test_changes_in_the_loop_equal_those_in_python(monkeypatch, solver, law):
    from linkwork.run.scheme import Scheme

    quick = controlled(solver, law)
    with monkeypatch.context() as patch:
        patch.setattr(Scheme, "take_changes", lambda self: None)
        slow = controlled(solver, law)
    assert quick.statistics.steps == slow.statistics.steps
    assert quick.coordinates == pytest.approx(slow.coordinates, rel=1e-9, abs=1e-9)
    assert quick.accelerations == pytest.approx(slow.accelerations, rel=1e-6, abs=1e-6)


def test_a_force_that_is_set_before_each_step_is_as_exact_as_a_function():
    """The change acts from the start of the step: the load is that at the end of each step."""
    errors = []
    for steps in (100, 200, 400):
        mbs, node, made, load = spring()
        chosen = settings(steps)
        chosen.timeIntegration.endTime = 1.0
        mbs.SetPreStepUserFunction(
            lambda mbs, t, load=load: (
                mbs.SetLoadParameter(load, "loadVector", [float(np.sin(5 * t)), 0.0, 0.0]) or True
            )
        )
        found = mbs.SolveDynamic(chosen).coordinates[-1]
        other, _, _, load = spring()
        other.SetLoadParameter(
            load, "loadVectorUserFunction", lambda mbs, t, b: [np.sin(5 * t), 0.0, 0.0]
        )
        fine = settings(20000)
        fine.timeIntegration.endTime = 1.0
        errors.append(np.abs(found - other.SolveDynamic(fine).coordinates[-1]).max())
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert orders == pytest.approx([2.0, 2.0], abs=0.15)


def test_a_jump_of_a_load_restarts_the_accelerations():
    """Without new accelerations, the first step after the jump would have the old ones."""
    mbs, _, made, load = spring()
    mbs.SetObjectParameter(made, "stiffness", 0.0)

    def push(mbs, t):
        mbs.SetLoadParameter(load, "loadVector", [0.0, 8.0 if t > 0.25 else 0.0, 0.0])
        return True

    mbs.SetPreStepUserFunction(push)
    solution = mbs.SolveDynamic(settings())
    assert solution.coordinates[-1][1] == pytest.approx(0.5 * 8 * 0.25**2, rel=1e-12)
    assert solution.velocities[-1][1] == pytest.approx(8 * 0.25, rel=1e-12)


def test_changes_with_constraints_equal_those_in_python(monkeypatch):
    from linkwork.run.scheme import Scheme

    def swing():
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround())
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0]))
        mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
        ends = [
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
            mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
        ]
        mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
        load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -9.81, 0]))
        mbs.Assemble()

        def control(mbs, t):
            mbs.SetLoadParameter(load, "loadVector", [2.0 * (t > 0.3), -9.81, 0.0])
            return True

        mbs.SetPreStepUserFunction(control)
        chosen = settings(100)
        chosen.timeIntegration.generalizedAlpha.spectralRadius = 0.8
        return mbs.SolveDynamic(chosen)

    quick = swing()
    with monkeypatch.context() as patch:
        patch.setattr(Scheme, "take_changes", lambda self: None)
        slow = swing()
    assert quick.coordinates == pytest.approx(slow.coordinates, rel=1e-9, abs=1e-9)
    assert quick.multipliers == pytest.approx(slow.multipliers, rel=1e-6, abs=1e-6)
