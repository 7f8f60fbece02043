"""Methods of a system are functions of other modules, and look like methods to users."""

import inspect
import pkgutil
from importlib import import_module
from types import FunctionType

import pytest

import linkwork as exu
import linkwork.api
import linkwork.utilities
from linkwork.api.system_data.data import SystemData
from tests.cases import looped

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(linkwork.api.__path__, "linkwork.api.")
)

OF_DATA = ("linkwork.api.system_data.coordinates", "linkwork.api.system_data.numbers")
OF_UTILITIES = tuple(
    f"linkwork.api.create.{name}" for name in ("beams", "cables", "reeving", "sliding")
)


def public_functions(module):
    """Documented functions that a module defines: their names begin with a capital letter."""
    for name, member in vars(import_module(module)).items():
        if isinstance(member, FunctionType) and member.__module__ == module and name[0].isupper():
            yield name, member


@looped("module", MODULES)
def test_every_documented_function_is_listed(module):
    for name, function in public_functions(module):
        owner = SystemData if module in OF_DATA else exu.MainSystem
        owner = linkwork.utilities if module in OF_UTILITIES else owner
        assert vars(owner)[name] is function
        assert function.__doc__


@pytest.mark.parametrize(
    ("owner", "least"), [(exu.MainSystem, 20), (SystemData, 20), (exu.Solution, 10)]
)
def test_methods_are_named_after_their_class(owner, least):
    methods = {name: member for name, member in vars(owner).items() if inspect.isfunction(member)}
    assert len(methods) > least
    for name, method in methods.items():
        assert method.__qualname__ == f"{owner.__name__}.{name}"


def test_errors_of_calls_name_class_and_method():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(TypeError, match=r"^MainSystem\.GetNodeOutput\(\) missing 2 required"):
        mbs.GetNodeOutput()
    with pytest.raises(TypeError, match=r"^MainSystem\.CreateForce\(\) takes .* but 9 were given"):
        mbs.CreateForce("", 0, [1, 0, 0], [0, 0, 0], False, 0, True, "one too many")
    with pytest.raises(TypeError, match=r"^SystemData\.ODE2Size\(\) takes 1 "):
        mbs.systemData.ODE2Size(1)


def test_signatures_and_help_are_those_of_methods():
    mbs = exu.SystemContainer().AddSystem()
    assert list(inspect.signature(mbs.GetNodeOutput).parameters) == [
        *("nodeNumber", "variableType", "configuration"),
    ]
    assert list(inspect.signature(mbs.CreateForce).parameters)[:2] == ["name", "bodyNumber"]
    assert inspect.getdoc(mbs.CreateForce).startswith("Add a force on a point of a body")
    assert inspect.ismethod(mbs.CreateForce) and mbs.CreateForce.__self__ is mbs
