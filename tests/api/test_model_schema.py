"""The JSON schema of model files follows from the declarations and agrees with what is read."""

import json

import jsonschema
import pytest

import linkwork as exu
from linkwork import model_file
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.items import *
from linkwork.items import FAMILIES
from tests.cases import looped
from tests.items.samples import loop_kind, world_of_variants

from .test_model_file_faults import TEXT


@pytest.fixture(scope="module")
def schema():
    return model_file.schema()


@pytest.fixture(scope="module")
def validator(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_survives_json(schema):
    assert json.loads(json.dumps(schema, allow_nan=False)) == schema
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_it_accepts_every_sample(validator):
    w = world_of_variants()
    kept = exu.SimulationSettings()
    kept.timeIntegration.endTime = 3
    kept.linearSolverType = exu.LinearSolverType.EXUdense
    w.container.visualizationSettings.bodies.defaultColor = [0, 0, 1, 1]
    text = model_file.text_of(
        w.mbs._items,
        simulation=kept,
        visualization=w.container.visualizationSettings,
        step_functions=StepFunctions(lambda mbs, t: True, lambda mbs, t: [0.0, -1.0]),
    )
    validator.validate(json.loads(text))


@loop_kind
def test_every_parameter_is_described(kind, schema):
    assert FAMILIES[kind.family][kind.type_name] is kind
    form = schema["$defs"][f"{kind.family}.{kind.type_name}"]
    for name, p in kind.fields.items():
        assert p.doc in form["properties"][name]["description"]
        assert set(form["properties"][name]) - {"description"}, name
    for name in kind.V.fields:
        assert set(form["properties"][f"V{name}"]) - {"description"}, name


@loop_kind
def test_it_accepts_defaults(kind, schema, validator):
    form = schema["$defs"][f"{kind.family}.{kind.type_name}"]
    for name, described in form["properties"].items():
        if "default" in described:
            item = {f"{kind.family}Type": kind.type_name, name: described["default"]}
            validator.validate(
                {"format": "linkwork-model", "version": 1, f"{kind.family}s": [item]}
            )


BALL = {"type": "Sphere", "point": [0, 0, 0], "radius": 1}
CHANGES = [
    ("objects", 0, "VgraphicsData", BALL),
    ("objects", 0, "VgraphicsData", [{}]),
    ("objects", 0, "VgraphicsData", [BALL | {"type": "Ball"}]),
    ("objects", 0, "VgraphicsData", [BALL | {"radius": 0}]),
    ("objects", 0, "VgraphicsData", [BALL | {"radious": 1}]),
    ("objects", 0, "VgraphicsData", [{"type": "Line", "data": [[0, 0], [1, 1]]}]),
    ("objects", 0, "VgraphicsData", [{"type": "Sphere", "radius": 1}]),
    ("objects", 2, "stiffness", "8"),
    ("objects", 2, "stiffness", -1),
    ("objects", 2, "stiffness", None),
    ("objects", 2, "stifness", 1.0),
    ("objects", 2, "markerNumbers", [0]),
    ("objects", 2, "markerNumbers", [0, -1]),
    ("objects", 2, "springForceUserFunction", "no path"),
    ("objects", 2, "springForceUserFunction", {"code": "1"}),
    ("objects", 2, "Vcolor", [0, 0, 2, 1]),
    ("objects", 2, "activeConnector", "yes"),
    ("objects", 3, "massMatrix", {"triplets": []}),
    ("objects", 3, "massMatrix", [1.0]),
    ("objects", 1, "objectType", "MassPiont"),
    ("nodes", 0, "referenceCoordinates", [1, 2]),
    ("nodes", 0, "referenceCoordinates", [1, 2, "3"]),
    ("nodes", 1, "numberOfODE2Coordinates", 0),
    ("nodes", 1, "numberOfODE2Coordinates", 1.5),
    ("sensors", 0, "outputVariableType", "Positions"),
    ("sensors", 0, "name", 3),
    ("simulationSettings", "timeIntegration", "endTime", "1"),
    ("simulationSettings", "timeIntegration", "endtime", 1.0),
]


@looped("change", CHANGES, ids=str)
def test_what_it_refuses_is_refused_by_loading(change, validator):
    first, second, name, value = change
    form = json.loads(TEXT)
    validator.validate(form)
    form[first][second][name] = value
    assert list(validator.iter_errors(form))
    with pytest.raises(exu.ParameterError):
        model_file.items_of(json.dumps(form))


def test_the_rest_of_a_file_is_described(validator):
    for key, value in {"format": "other", "version": 2, "nodes": {}, "node": []}.items():
        assert list(validator.iter_errors(json.loads(TEXT) | {key: value}))
    assert not list(validator.iter_errors({"format": "linkwork-model", "version": 1}))
