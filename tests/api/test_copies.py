"""Systems, containers, items, settings and solutions can be copied and pickled."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.items.samples import KINDS

from . import copied_laws
from .models import make_settings, mass_on_spring, pendulum, python_environment
from .results import rich_system

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}
ways = pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
loop_ways = looped("again", COPIES.values(), ids=COPIES)


def same(one, other):
    for name in ("times", "coordinates", "velocities", "accelerations", "multipliers"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert list(one.sensors) == list(other.sensors)
    assert all(np.array_equal(one.sensors[name], other.sensors[name]) for name in one.sensors)


# ------------------------------------------------------------------------------- systems


@loop_ways
@looped("assembled", [False, True])
def test_copies_of_a_system_give_the_same_results(again, assembled):
    mbs = rich_system()
    if assembled:
        mbs.Assemble()
    made = again(mbs)
    assert made is not mbs and made.solution is None
    same(made.SolveDynamic(make_settings(0.2, 20)), mbs.SolveDynamic(make_settings(0.2, 20)))


@ways
def test_a_copy_and_its_original_do_not_touch_each_other(again):
    s = mass_on_spring()
    before = s.mbs.SolveDynamic(make_settings(0.1, 10))
    made = again(s.mbs)
    made.SetObjectParameter(s.spring, "stiffness", 1e4)
    made.AddNode(NodePoint())
    made.variables["own"] = 1
    made.visualizationSettings.nodes.defaultSize = 9.0
    same(s.mbs.SolveDynamic(make_settings(0.1, 10)), before)
    assert "own" not in s.mbs.variables and s.mbs.systemData.NumberOfNodes() == 1
    assert s.mbs.visualizationSettings.nodes.defaultSize != 9.0


@ways
def test_the_current_state_the_initial_values_and_the_time_are_copied(again):
    mbs = pendulum().mbs
    mbs.SolveDynamic(make_settings(0.3, 30), updateInitialValues=True)
    mbs.SolveDynamic(make_settings(0.2, 20))
    made = again(mbs)
    one, other = mbs.systemData, made.systemData
    assert other.GetTime() == one.GetTime() == pytest.approx(0.2)
    for configuration in (exu.ConfigurationType.Current, exu.ConfigurationType.Initial):
        for name in ("ODE2Coordinates", "ODE2Coordinates_t", "AECoordinates"):
            get = [getattr(data, f"Get{name}")(configuration) for data in (one, other)]
            assert np.array_equal(*get) and np.any(get[0])
    same(made.SolveDynamic(make_settings(0.2, 20)), mbs.SolveDynamic(make_settings(0.2, 20)))


@ways
def test_settings_step_functions_and_variables_are_copied(again):
    mbs = mass_on_spring(springForceUserFunction=copied_laws.stiffening).mbs
    mbs.SetPreStepUserFunction(copied_laws.stop_late)
    mbs.simulationSettings = make_settings(1.0, 10)
    mbs.visualizationSettings.nodes.defaultSize = 3.0
    mbs.variables["list"] = [1, 2]
    made = again(mbs)
    assert made.GetPreStepUserFunction() is copied_laws.stop_late
    assert made.GetObjectParameter(2, "springForceUserFunction") is copied_laws.stiffening
    assert made.simulationSettings == mbs.simulationSettings
    assert made.simulationSettings is not mbs.simulationSettings
    assert made.visualizationSettings.nodes.defaultSize == 3.0
    assert made.variables == mbs.variables and made.variables is not mbs.variables
    assert (made.variables["list"] is mbs.variables["list"]) == (again is copy.copy)
    same(made.SolveDynamic(made.simulationSettings), mbs.SolveDynamic(mbs.simulationSettings))
    assert made.variables["last"] == pytest.approx(0.5)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_copies_in_this_process_keep_lambdas_and_closures(again):
    stiffness = [3.0]
    law = lambda mbs, t, i, u, w, k, d, f: stiffness[0] * u  # noqa: E731
    mbs = mass_on_spring(springForceUserFunction=law).mbs
    made = again(mbs)
    assert made.GetObjectParameter(2, "springForceUserFunction") is law
    same(made.SolveDynamic(make_settings(0.1, 10)), mbs.SolveDynamic(make_settings(0.1, 10)))


def test_pickles_of_lambdas_and_closures_name_item_and_parameter():
    def inner(mbs, t):
        return True

    mbs = mass_on_spring(springForceUserFunction=lambda *given: 0.0).mbs
    told = r"SpringDamper 'spring' \(object 2\): springForceUserFunction: the function .*<lambda> "
    with pytest.raises(exu.ParameterError, match=told + "cannot be pickled"):
        pickle.dumps(mbs)
    mbs = mass_on_spring().mbs
    mbs.SetPreStepUserFunction(inner)
    with pytest.raises(exu.ParameterError, match="pre-step function: the function .*inner cannot"):
        pickle.dumps(mbs)
    assert mbs.SolveDynamic(make_settings(0.1, 10))


@pytest.mark.parametrize(
    "function", [copied_laws.marked, exu.called_back(copied_laws.plain)], ids=["marked", "marking"]
)
def test_marked_functions_are_pickled(function):
    mbs = mass_on_spring(springForceUserFunction=function).mbs
    made = pickle.loads(pickle.dumps(mbs))
    found = made.GetObjectParameter(2, "springForceUserFunction")
    assert found.way is function.way and found.function is function.function
    assert (found is function) == (function is copied_laws.marked)
    same(made.SolveDynamic(make_settings(0.1, 10)), mbs.SolveDynamic(make_settings(0.1, 10)))


@ways
def test_a_system_in_its_own_variables_is_one_system(again):
    mbs = mass_on_spring().mbs
    mbs.variables["me"] = mbs
    made = again(mbs)
    assert made.variables["me"] is (mbs if again is copy.copy else made)


def test_a_system_cannot_be_copied_while_it_is_solved():
    s, told = mass_on_spring(), []

    def look(mbs, t):
        for again in COPIES.values():
            with pytest.raises(exu.SysError, match="while the system is being solved") as caught:
                again(mbs)
            told.append(str(caught.value))
        return True

    s.mbs.SetPreStepUserFunction(look)
    assert s.mbs.SolveDynamic(make_settings(0.1, 2)) and len(told) == 6


CHILD = """
import pickle, sys
from tests.api.models import make_settings
mbs = pickle.load(open(sys.argv[1], "rb"))
solution = mbs.SolveDynamic(make_settings(0.2, 20))
pickle.dump(solution, open(sys.argv[2], "wb"))
"""


def test_another_process_solves_a_pickled_system(tmp_path):
    mbs = mass_on_spring(springForceUserFunction=copied_laws.stiffening).mbs
    paths = [tmp_path / "model.pickle", tmp_path / "solution.pickle"]
    paths[0].write_bytes(pickle.dumps(mbs))
    command = [sys.executable, "-c", CHILD, *map(str, paths)]
    environment, tests = python_environment(), Path(__file__).parents[1]
    environment["PYTHONPATH"] += os.pathsep + str(tests)  # where pytest finds this module
    subprocess.run(command, env=environment, cwd=tests.parent, check=True)
    same(pickle.loads(paths[1].read_bytes()), mbs.SolveDynamic(make_settings(0.2, 20)))


# ------------------------------------------------------------------------------- containers


@ways
def test_containers_are_copied_with_their_systems_and_share_settings_with_them(again):
    container = exu.SystemContainer()
    for x in (1.0, 2.0):
        mbs = container.AddSystem()
        mbs.CreateMassPoint(physicsMass=x)
    container.visualizationSettings.nodes.defaultSize = 4.0
    made = again(container)
    assert made.NumberOfSystems() == 2
    for k in range(2):
        copied = made.GetSystem(k)
        assert copied is not container.GetSystem(k)
        assert copied.GetObjectParameter(0, "physicsMass") == 1.0 + k
        assert copied.visualizationSettings is made.visualizationSettings
    assert made.visualizationSettings is not container.visualizationSettings
    assert made.visualizationSettings.nodes.defaultSize == 4.0
    made.AddSystem()
    assert container.NumberOfSystems() == 2


# ------------------------------------------------------------------------------- items, settings


@loop_ways
@looped("kind", KINDS, ids=lambda kind: kind.__name__)
def test_items_of_all_kinds_are_copied(again, kind):
    item = kind(name="a", visualization=kind.V())
    made = again(item)
    assert type(made) is kind and repr(made) == repr(item)
    assert made.given == item.given and made.given is not item.given
    shown = item.visualization.show
    made.name, made.visualization.show = "b", not shown
    assert item.name == "a" and item.visualization.show == shown


def test_pickled_items_with_lambdas_name_the_parameter():
    law = SpringDamper(name="s", springForceUserFunction=lambda *given: 0.0)
    with pytest.raises(exu.ParameterError, match="'s': springForceUserFunction: the function"):
        pickle.dumps(law)
    assert copy.deepcopy(law).springForceUserFunction is law.springForceUserFunction
    module_level = SpringDamper(springForceUserFunction=copied_laws.plain)
    again = pickle.loads(pickle.dumps(module_level))
    assert again.springForceUserFunction is copied_laws.plain


@ways
def test_settings_are_copied(again):
    settings = make_settings(0.1, 10)
    made = again(settings)
    assert made == settings
    made.timeIntegration.endTime = 7.0
    assert settings.timeIntegration.endTime == 0.1
    drawing = exu.SystemContainer().visualizationSettings
    drawing.nodes.defaultSize = 5.0
    assert again(drawing) == drawing


@ways
def test_solutions_are_copied(again):
    solution = rich_system().SolveDynamic(make_settings(0.1, 10))
    made = again(solution)
    same(made, solution)
    assert made.success and made.statistics == solution.statistics
    assert np.array_equal(made.energy().total, solution.energy().total)
