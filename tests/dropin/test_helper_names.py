"""Every name of the helper modules exists with the same arguments, or refuses and is listed."""

import importlib
import importlib.util
import inspect
from pathlib import Path

import pytest

import linkwork.exudyn
from linkwork.core.enums import NodeType
from linkwork.exudyn import _missing
from linkwork.exudyn._enums import JointType
from tests.cases import looped
from tests.dropin.names import NAMES, differences

MODULES = (
    "basicUtilities", "advancedUtilities", "rigidBodyUtilities", "signalProcessing", "physics",
    "plot", "processing", "lieGroupBasics", "kinematicTree", "interactive", "machines",
    "resultsMonitor", "GUI", "shells", "particles", "FEM", "beams", "symbolic",
    "artificialIntelligence", "robotics", "robotics.roboticsCore", "robotics.motion",
    "robotics.models", "robotics.utilities", "robotics.mobile", "robotics.special",
    "robotics.future",
)  # fmt: skip

NOT_BROUGHT = {
    "FEM": {"ComputeTriangleArea"},
    "artificialIntelligence": {"stable_baselines3", "Optional"},
    "robotics.utilities": {"CreateDistanceSensor"},
}
"""Names of other modules that a star import does not bring: nobody asks for them there."""


def names_of(module):
    """Names of a module that are its own; colors come from another module by star import."""
    entries = NAMES[f"exudyn.{module}"]["names"].items()
    return {name: entry for name, entry in entries if not name.startswith("color4")}


def loaded(module):
    return importlib.import_module(f"linkwork.exudyn.{module}")


def is_refused(module, name):
    """Whether a name is one of those that refuse; robots are listed under their package."""
    package = module.removesuffix(".roboticsCore")
    return f"exudyn.{package}.{name}" in _missing.names


@looped("module", MODULES)
def test_names_exist_with_the_same_arguments(module):
    code, wrong = loaded(module), []
    space = {**vars(code), "NodeType": NodeType, "JointType": JointType}
    for name, entry in names_of(module).items():
        if not hasattr(code, name):
            wrong.append(f"{name} is missing")
        elif "signature" in entry and not is_refused(module, name):
            found = differences(getattr(code, name), entry["signature"], space)
            wrong += [f"{name}: {each}" for each in found]
    assert not wrong


@looped("module", MODULES)
def test_functions_and_classes_say_what_they_do_or_that_they_refuse(module):
    code = loaded(module)
    kinds = {name: entry["kind"] for name, entry in names_of(module).items()}
    silent = [
        name
        for name, kind in kinds.items()
        if kind in ("function", "class") and not (getattr(code, name).__doc__ or "").strip()
    ]
    assert not silent


@looped("module", MODULES)
def test_methods_have_the_same_arguments(module):
    code, wrong = loaded(module), []
    space = {**vars(code), "NodeType": NodeType, "JointType": JointType}
    for name, entry in names_of(module).items():
        if is_refused(module, name) or "methods" not in entry:
            continue
        methods = entry["methods"]
        for method in methods:
            own = getattr(getattr(code, name), method, None)
            if own is None:
                wrong.append(f"{name}.{method} is missing")
            elif isinstance(methods, dict) and module != "artificialIntelligence":
                bound = methods[method].replace("(", "(self, ", 1).replace("(self, )", "(self)")
                found = differences(own, bound, space)
                wrong += [f"{name}.{method}: {each}" for each in found]
    assert not wrong


@looped("module", MODULES)
def test_star_imports_bring_what_scripts_expect(module):
    brought: dict = {}
    exec(f"from linkwork.exudyn.{module} import *", brought)
    expected = set(NAMES[f"exudyn.{module}"]["star_also"]) - NOT_BROUGHT.get(module, set())
    assert expected <= set(brought)


@looped("module", MODULES)
def test_values_and_enumerations_are_those_of_the_interface(module):
    code = loaded(module)
    for name, entry in names_of(module).items():
        if "value" in entry:
            assert getattr(code, name) == entry["value"], name
        if "members" in entry:
            members = {each.name: each.value for each in getattr(code, name)}
            assert members == entry["members"], name


def test_modules_can_be_executed_by_file_alone():
    folder = Path(linkwork.exudyn.__file__).parent
    for module in (*MODULES, "robotics.rosInterface"):
        path = folder.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        spec = importlib.util.spec_from_file_location("alone", file)
        assert spec is not None and spec.loader is not None
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_what_is_missing_refuses_with_its_name_and_the_line():
    for module in MODULES:
        loaded(module)
    for name, why in _missing.names.items():
        module, _, short = name.removeprefix("exudyn.").rpartition(".")
        if module not in MODULES:
            continue
        with pytest.raises(NotImplementedError) as caught:
            getattr(loaded(module), short)()
        text = str(caught.value)
        assert name in text and why in text and Path(__file__).name in text


def test_missing_classes_can_be_named_in_checks_and_subclasses():
    from linkwork.exudyn.FEM import ObjectFFRFinterface

    class Own(ObjectFFRFinterface):
        pass

    assert inspect.isclass(Own) and not isinstance(3, ObjectFFRFinterface)
    with pytest.raises(NotImplementedError, match="reduce the body to modes"):
        Own()
