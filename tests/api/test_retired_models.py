"""Systems that take over the model of another one of the same structure that is gone.

Their results are those of a system that is built from nothing, to the last bit. Random models are
in `tests/fuzz/rebuilding.py`.
"""

import gc
import threading
import warnings
import weakref

import numpy as np
import pytest

import linkwork as exu
from linkwork.api import retired_models
from linkwork.items import *
from linkwork.utilities import InertiaCuboid
from tests.cases import looped

from .results import assert_same, rich_system
from .stepping import CASES, made

pytestmark = pytest.mark.processors

Output, Initial = exu.OutputVariableType, exu.ConfigurationType.Initial


def chain(stiffness=100.0, force=1.0, mass=1.0, velocity=0.0, name="", place=1.0, count=2):
    """Masses with springs, a load at the end and sensors."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(count):
        node = mbs.AddNode(
            NodePoint(
                referenceCoordinates=[place + k, 0.1 * k, 0], initialVelocities=[0, velocity, 0]
            )
        )
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass + k))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        mbs.AddObject(
            SpringDamper(
                name=f"{name}{k}" if name else "", markerNumbers=[last, marker],
                referenceLength=0.9, stiffness=stiffness,
            )
        )  # fmt: skip
        last = marker
    mbs.AddLoad(Force(markerNumber=last, loadVector=[0.0, force, 0.0]))
    mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=Output.Position))
    mbs.Assemble()
    return mbs


def settings(steps=20):
    made = exu.SimulationSettings()
    made.timeIntegration.numberOfSteps, made.timeIntegration.endTime = steps, 1e-3 * steps
    made.timeIntegration.verboseMode = made.staticSolver.verboseMode = 0
    return made


def fresh(**values):
    retired_models.forget()
    return chain(**values)


def model_after(**values):
    """The model that a system leaves when it is gone."""
    mbs = fresh(**values)
    mbs.SolveDynamic(settings())
    return weakref.ref(mbs._model)


VARIANTS = (
    {}, {"stiffness": 80.0}, {"force": -0.0}, {"mass": 2.5}, {"velocity": 0.3},
    {"stiffness": 55.0, "force": 2.0, "mass": 3.0, "velocity": -1.0},
)  # fmt: skip


@looped("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "static"])
def test_results_are_those_of_a_system_that_is_built_from_nothing(solver):
    def solve(mbs):
        if solver == "static":
            return mbs.SolveStatic(settings())
        return mbs.SolveDynamic(settings(), solver)

    variants = [values for values in VARIANTS if solver != "static" or "force" not in values]
    wanted = [solve(fresh(**values)) for values in variants]
    retired_models.forget()
    models = set()
    for values, expected in (*zip(variants, wanted, strict=True),) * 2:
        mbs = chain(**values)
        models.add(id(mbs._model))
        assert mbs.systemData.GetODE2Coordinates_t()[1] == values.get("velocity", 0.0)
        assert_same(solve(mbs), expected)
        del mbs
    assert len(models) == 1


@looped("name", sorted(CASES))
def test_all_kinds_of_runs_after_a_system_of_the_same_structure(name):
    def outcome():
        mbs, chosen, solver = made(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return mbs.SolveDynamic(chosen, solver)
            except exu.SolverError as error:
                return error.solution

    retired_models.forget()
    first = outcome()
    for _ in range(2):
        assert_same(outcome(), first)


def test_a_system_without_references_is_freed_at_once():
    gc.disable()
    try:
        model = model_after()
        assert retired_models._retired
        retired_models.forget()
        mbs = chain()
        assert mbs._model is not model()
        for _ in range(6):  # handles of outputs are kept
            mbs.GetNodeOutput(0, Output.Position), mbs.GetSensorValues(0)
        seen = weakref.ref(mbs)
        del mbs
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("values", [{"place": 1.1}, {"count": 3}])
def test_another_structure_is_built_from_nothing(values):
    model = model_after()
    mbs = chain(**values)
    assert mbs._model is not model()
    assert np.array_equal(
        mbs.SolveDynamic(settings()).coordinates,
        fresh(**values).SolveDynamic(settings()).coordinates,
    )
    assert chain()._model is not mbs._model


def test_what_the_new_system_tells_is_its_own():
    model = model_after(name="old")
    mbs = chain(name="new", stiffness=70.0)
    assert mbs._model is model()
    assert mbs.solution is None
    assert mbs.GetObjectNumber("new1") == 4
    assert mbs.GetObjectParameter("new0", "stiffness") == 70.0
    with pytest.raises(exu.SysError, match="no object named 'old0'"):
        mbs.GetObjectNumber("old0")
    solution = mbs.SolveDynamic(settings())
    assert solution.snapshot.items["object"][2].name == "new0"
    assert solution.snapshot.items["object"][2].stiffness == 70.0
    mbs.SetObjectParameter("new0", "stiffness", 90.0)
    assert solution.snapshot.items["object"][2].stiffness == 70.0
    assert_same(mbs.SolveDynamic(settings()), changed(fresh(stiffness=70.0), 90.0))


def changed(mbs, stiffness):
    """The solution of a chain whose first spring is changed."""
    mbs.SetObjectParameter(2, "stiffness", stiffness)
    return mbs.SolveDynamic(settings())


def test_results_of_the_system_that_is_gone_keep_their_model():
    mbs = fresh(name="old")
    solution = mbs.SolveDynamic(settings())
    energy = solution.energy().total.copy()
    del mbs
    other = chain(name="new", stiffness=30.0, mass=4.0)
    other.SolveDynamic(settings())
    assert solution.snapshot.items["object"][2].name == "old0"
    assert np.array_equal(solution.energy().total, energy)


def test_the_state_before_the_first_run_is_the_initial_one():
    model = model_after(velocity=1.0)
    mbs = chain(velocity=2.0)
    assert mbs._model is model()
    data = mbs.systemData
    for configuration in (
        exu.ConfigurationType.StartOfStep,
        exu.ConfigurationType.Current,
        Initial,
    ):
        assert np.array_equal(data.GetODE2Coordinates(configuration), np.zeros(6))
        assert np.array_equal(data.GetODE2Coordinates_t(configuration), [0, 2, 0, 0, 2, 0])
    assert not data.GetODE2Coordinates_tt().any() and data.GetTime() == 0.0
    data.SetODE2Coordinates([0.1] * 6)
    assert data.GetODE2Coordinates(exu.ConfigurationType.StartOfStep)[0] == 0.1


def test_a_system_that_is_in_use_keeps_its_model():
    retired_models.forget()
    first = chain()
    first.SolveDynamic(settings())
    second = chain()
    assert second._model is not first._model
    data = second.systemData
    second.SolveDynamic(settings())
    reached = data.GetODE2Coordinates()
    del second
    third = chain(force=5.0)
    third.SolveDynamic(settings())
    assert np.array_equal(data.GetODE2Coordinates(), reached)


def test_items_that_are_wrong_are_refused_as_usual():
    errors = []
    for build in (fresh, chain):
        model_after()
        with pytest.raises(exu.SysError) as caught:
            build(mass=-1.0)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


def test_reset_lets_the_same_system_take_over_its_own_model():
    mbs = fresh()
    mbs.SolveDynamic(settings())
    model = mbs._model
    mbs.Reset()
    assert mbs._model is None and mbs.systemData.NumberOfNodes() == 0
    other = chain()
    assert other._model is model
    assert repr(mbs).count("0 nodes") == 1


def test_models_with_functions_are_not_kept():
    def law(mbs, t, itemNumber, u, v, k, d, F0):
        return k * u

    retired_models.forget()
    mbs = chain()
    mbs.SetObjectParameter(2, "springForceUserFunction", law)
    mbs.SolveDynamic(settings())
    del mbs
    assert not retired_models._retired


def test_few_models_are_kept():
    retired_models.forget()
    for count in range(1, retired_models.MOST + 3):
        chain(count=count).SolveDynamic(settings())
    assert len(retired_models._retired) == retired_models.MOST
    assert not any(len(kinds[0]) == 1 for kinds in retired_models._retired)


def test_threads_that_build_the_same_system():
    retired_models.forget()
    wanted = [fresh(stiffness=50.0 + k).SolveDynamic(settings()).coordinates for k in range(8)]
    wrong = []

    def work(k):
        for _ in range(20):
            found = chain(stiffness=50.0 + k).SolveDynamic(settings()).coordinates
            if not np.array_equal(found, wanted[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_system_with_every_part_of_a_state():
    retired_models.forget()
    wanted = rich_system().SolveDynamic(settings())
    again = rich_system()
    assert again._data.repeats or again._data.kept_run is not None
    assert_same(again.SolveDynamic(settings()), wanted)


def turning(fixed, rotation):
    """A body that spins on a hinge, or free, under a force that may turn with it."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    inertia = InertiaCuboid(1000.0, [0.4, 0.1, 0.2])
    body = mbs.CreateRigidBody(inertia=inertia, initialAngularVelocity=[0, 0, 1.0])
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=number)) for number in (ground, body)]
    if rotation is not None:
        axes = dict(rotationMarker0=rotation, rotationMarker1=rotation)
        mbs.AddObject(RevoluteJointZ(markerNumbers=ends, **axes))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[100.0, 0, 0], bodyFixed=fixed))
    mbs.Assemble()
    return mbs


LEANING = [[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]]


@looped("before, after", [
    ((False, None), (True, None)),
    ((False, np.eye(3)), (False, LEANING)),
])  # fmt: skip
@looped("way", ["set", "assembled"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_was_changed_but_not_solved_is_not_forgotten(before, after, way):
    retired_models.forget()
    wanted = turning(*after).SolveDynamic(settings())
    retired_models.forget()
    first = turning(*before)
    for _ in range(3):
        first.SolveDynamic(settings())
    if way == "assembled":
        del first
        first = turning(*after)
    elif after[0]:
        first.SetLoadParameter(0, "bodyFixed", True)
    else:
        for name in ("rotationMarker0", "rotationMarker1"):
            first.SetObjectParameter(2, name, after[1])
    del first
    assert_same(turning(*after).SolveDynamic(settings()), wanted)


def test_held_coordinates_are_those_of_each_system():
    """A body on a spring moves along x; y is held, in each system at another height."""

    def held_at(height):
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround())
        node = mbs.AddNode(
            NodePlanar(
                referenceCoordinates=[1, 0, 0], initialCoordinates=[0, height, 0],
                heldCoordinates=[False, True, True],
            )
        )  # fmt: skip
        body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
        mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=100, referenceLength=1))
        mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=Output.Position))
        mbs.Assemble()
        return mbs

    retired_models.forget()
    wanted = held_at(0.5).SolveDynamic(settings())
    assert wanted.sensor("sensor0")[-1, 2] == 0.5
    retired_models.forget()
    held_at(0.2).SolveDynamic(settings())
    assert retired_models._retired
    assert_same(held_at(0.5).SolveDynamic(settings()), wanted)


def test_a_solution_is_read_by_several_threads():
    mbs, found = chain(), []
    first = mbs.SolveDynamic(settings())
    expected = len(first.sensors) + len(first.coordinates)
    for _ in range(50):
        solution, barrier = mbs.SolveDynamic(settings()), threading.Barrier(4)

        def read(solution=solution, barrier=barrier):
            barrier.wait()
            found.append(len(solution.sensors) + len(solution.coordinates))

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [expected] * 200
