"""Names of the package itself and of its classes exist with the same arguments, or refuse."""

import importlib
import inspect
import json
import warnings
from pathlib import Path

import pytest

import linkwork.exudyn as exu
from linkwork.exudyn import _missing
from linkwork.exudyn.rigidBodyUtilities import RigidBodyInertia
from tests.cases import looped
from tests.dropin.names import NAMES, differences, parts_of

CLASSES = json.loads(Path(__file__).with_name("classes.json").read_text("utf-8"))
"""Class -> method -> signature, or "" for attributes."""

MODULES = ("solver", "demos", "lieGroupIntegration", "mainSystemExtensions", "itemInterface")


def loaded(name):
    return importlib.import_module(f"linkwork.exudyn{name.removeprefix('exudyn')}")


@looped("module", ["exudyn", *(f"exudyn.{name}" for name in MODULES)])
def test_all_names_exist(module):
    code = loaded(module)
    absent = [name for name in NAMES[module]["names"] if not hasattr(code, name)]
    assert absent == []


def test_star_imports_of_utilities_bring_all_names():
    code, wanted = loaded("exudyn.utilities"), NAMES["exudyn.utilities"]
    names = [*wanted["names"], *wanted["star_also"], "np", "exudyn", "copy", "math", "Enum"]
    assert [name for name in names if not hasattr(code, name)] == []


def test_enumerations_have_the_same_values():
    found = 0
    for name, entry in NAMES["exudyn"]["names"].items():
        if entry["kind"] == "enum":
            kind = getattr(exu, name)
            for member, value in entry["members"].items():
                assert int(getattr(kind, member)) == value, f"{name}.{member}"
                assert kind(value) is getattr(kind, member)
                assert str(kind(value)) == f"{name}.{member}"
                found += 1
    assert found > 120


@looped("name", CLASSES)
def test_classes_have_the_same_methods(name):
    kind, wrong = getattr(exu, name), []
    if name in _missing.names:
        with pytest.raises(NotImplementedError, match=name):
            kind()
        return
    made = _instance(kind)
    for member, signature in CLASSES[name].items():
        if f"{name}.{member}" in _missing.names:
            continue
        if not hasattr(kind, member) and not hasattr(made, member):
            wrong.append(f"{member} is missing")
        elif signature and "arg0" not in signature:
            wanted = [part.split(":")[0].strip() for part, _ in parts_of(signature)]
            own = _arguments(getattr(kind, member))
            if own[: len(wanted)] != wanted and own != ["**__"]:  # which refuses
                wrong.append(f"{member}{own}, wanted {wanted}")
    assert wrong == []


def _arguments(function):
    """Names of the arguments of a method, without its object."""
    parameters = list(inspect.signature(function).parameters.values())
    stars = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    return [stars.get(p.kind, "") + p.name for p in parameters[1:]]


def _instance(kind):
    """An object of a class that needs at most a container; else the class."""
    for arguments in ((), (None,)):
        try:
            return kind(*arguments)
        except (TypeError, AttributeError):
            continue
    return kind


def test_functions_of_the_package_have_the_same_arguments():
    wrong = []
    for module in ("exudyn", "exudyn.solver", "exudyn.lieGroupIntegration", "exudyn.demos"):
        code = loaded(module)
        space = {**vars(exu), "DynamicSolverType": exu.DynamicSolverType}
        for name, entry in NAMES[module]["names"].items():
            if entry["kind"] != "function" or "signature" not in entry:
                continue
            signature = entry["signature"].split(") ->")[0].rstrip(")") + ")"
            own = getattr(code, name)
            wanted = [part.split(":")[0].strip() for part, _ in parts_of(signature)]
            given = [
                str(p).split(":")[0].split("=")[0].strip()
                for p in inspect.signature(own).parameters.values()
            ]
            if given != wanted and f"exudyn.{name}" not in _missing.names:
                wrong.append(f"{module}.{name}{given}, wanted {wanted}")
            elif module == "exudyn.solver":
                wrong += [f"{name}: {each}" for each in differences(own, signature, space)]
    assert wrong == []


def test_warnings_can_be_suppressed():
    with pytest.warns(UserWarning, match="not symmetric"):
        RigidBodyInertia(1, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
    try:
        exu.SuppressWarnings(True)
        assert exu.config.suppressWarnings
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            RigidBodyInertia(1, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
    finally:
        exu.config.suppressWarnings = False
    with pytest.warns(UserWarning, match="not symmetric"):
        RigidBodyInertia(1, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
