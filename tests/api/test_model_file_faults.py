"""Broken model files: an error of ours that tells the place, whatever is wrong."""

import json
import math
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as exu
from linkwork import model_file
from linkwork.items import *
from linkwork.model_file.layout import written
from linkwork.model_file.places import places
from tests.cases import looped


def model_text():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround(name="ground"))
    node = mbs.AddNode(NodePoint(name="node", referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(name="mass", nodeNumber=node, physicsMass=2.0))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    form = dict(name="spring", markerNumbers=ends, stiffness=8.0, visualization={"drawSize": 0.5})
    mbs.AddObject(SpringDamper(**form))
    two = dict(referenceCoordinates=[0, 0], initialCoordinates=[0, 0], numberOfODE2Coordinates=2)
    generic = mbs.AddNode(NodeGenericODE2(initialCoordinates_t=[0, 0], **two))
    matrix = exu.MatrixContainer()
    matrix.SetWithSparseMatrix([[0, 0, 1.0], [1, 1, 2.0]], 2, 2)
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[generic], massMatrix=matrix))
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position))
    kept = exu.SimulationSettings()
    kept.timeIntegration.endTime = 2.0
    return model_file.text_of(mbs._items, simulation=kept)


TEXT = model_text()
LINE = {line.strip().rstrip(","): n for n, line in enumerate(TEXT.split("\n"), 1)}
"""Text of a line -> its number."""


def refusal(text):
    with pytest.raises(exu.ParameterError) as caught:
        model_file.items_of(text, name="model.json")
    return str(caught.value)


SPRING = "SpringDamper 'spring' (object 2): "
CHANGES = {
    "a limit": (
        '"stiffness": 8.0', '"stiffness": -8.0',
        f"objects[2].stiffness: {SPRING}stiffness k must be >= 0 N/m, got -8.0",
    ),
    "a wrong type": ('"stiffness": 8.0', '"stiffness": "8"', "objects[2].stiffness: " + SPRING),
    "null": ('"stiffness": 8.0', '"stiffness": null', "objects[2].stiffness: " + SPRING),
    "beyond floats": (
        '"stiffness": 8.0', '"stiffness": 1e999',
        f"objects[2].stiffness: {SPRING}stiffness k must be a finite real number >= 0",
    ),
    "a huge whole number": (
        '"stiffness": 8.0', '"stiffness": ' + "9" * 400, "objects[2].stiffness: " + SPRING,
    ),
    "a misspelled name": (
        '"stiffness": 8.0', '"stifness": 8.0',
        "objects[2].stifness: ObjectConnectorSpringDamper has no parameter 'stifness'; did you "
        "mean 'stiffness'?",
    ),
    "a drawing": (
        '"VdrawSize": 0.5', '"VdrawSize": "big"',
        f"objects[2].VdrawSize: {SPRING}visualization: drawSize must be a finite real number",
    ),
    "an unknown drawing": (
        '"VdrawSize": 0.5', '"VdrawSizes": 0.5', "objects[2].VdrawSizes: ",
    ),
    "an unknown kind": (
        '"objectType": "MassPoint"', '"objectType": "MassPiont"',
        "objects[1].objectType: unknown objectType 'MassPiont'; did you mean 'MassPoint'?",
    ),
    "a kind that is no text": (
        '"objectType": "MassPoint"', '"objectType": [1]', "objects[1].objectType: unknown",
    ),
    "a missing partner": (
        '"nodeNumber": 0\n', '"nodeNumber": 7\n',
        "objects[1].nodeNumber: MassPoint 'mass' (object 1): nodeNumber: node 7 does not exist; "
        "there are 2",
    ),
    "a taken name": (
        '"name": "mass"', '"name": "ground"',
        "objects[1].name: MassPoint 'ground' (object 1): the name 'ground' is taken by object 0",
    ),
    "a matrix": (
        '"numberOfRows": 2', '"numberOfRows": -2',
        "objects[3].massMatrix: ObjectGenericODE2 'object3' (object 3): massMatrix must be a "
        "matrix: MatrixContainer.SetWithSparseMatrix: numberOfRows must be a whole number >= 0",
    ),
    "a matrix without triplets": (
        '"triplets": [', '"triples": [', "massMatrix must be a matrix; the form with triplets "
        "lacks triplets",
    ),
    "an output": (
        '"outputVariableType": "Position"', '"outputVariableType": "Positions"',
        "sensors[0].outputVariableType: SensorNode 'sensor0' (sensor 0): outputVariableType must "
        "be an OutputVariableType, got 'Positions'",
    ),
    "a setting": (
        '"endTime": 2.0', '"endTime": "2"',
        "simulationSettings.timeIntegration.endTime: timeIntegration.endTime must be a number",
    ),
    "an unknown setting": (
        '"endTime": 2.0', '"endtime": 2.0',
        "simulationSettings.timeIntegration.endtime: timeIntegration has no setting 'endtime'; "
        "did you mean 'endTime'?",
    ),
}  # fmt: skip


@looped("case", CHANGES)
def test_a_wrong_value_is_told_with_path_and_line(case):
    old, new, told = CHANGES[case]
    assert old in TEXT
    text = TEXT.replace(old, new)
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    got = refusal(text)
    assert told in got
    # The rows of a matrix are below the parameter that has the fault.
    lines = (line, LINE['"massMatrix": {'], line + 1)
    assert any(got.startswith(f"model.json, line {number}: ") for number in lines), got


TOP = '{"format": "linkwork-model", "version": 1'
BROKEN = {
    "no version": ('{"format": "linkwork-model"}', "line 1: version: must be 1, got None"),
    "newer": (
        '{"format": "linkwork-model",\n "version": 2}',
        "line 2: version: must be 1, got 2; a newer Linkwork wrote it: update Linkwork",
    ),
    "version of another type": ('{"format": "linkwork-model", "version": true}', "must be 1"),
    "another format": ('{"format": "linkwork-scene"}', "this is not a model file: it must be"),
    "a list": ("[1, 2]", "this is not a model file"),
    "a number": ("3", "this is not a model file"),
    "an unknown part": (TOP + ', "node": []}', "node: a model file has no such key; did you "),
    "no list": (TOP + ', "nodes": {}}', "nodes: must be a list of nodes, got {}"),
    "no item": (TOP + ', "nodes": [3]}', "nodes[0]: each node must be an object with"),
    "no type": (TOP + ', "nodes": [{}]}', "nodes[0]: a node dictionary needs the key 'nodeType'"),
    "settings": (TOP + ', "simulationSettings": 3}', "simulationSettings: must be settings"),
    "twice": (
        TOP + ',\n "nodes": [], "nodes": []}',
        "line 2, column 24: nodes: the name 'nodes' appears twice here",
    ),
    "NaN": (
        TOP + ', "nodes": [\n{"nodeType": "1D", "referenceCoordinates": [NaN]}]}',
        "line 2, column 45: nodes[0].referenceCoordinates[0]: must be a finite number, got NaN",
    ),
    "infinite": (TOP + ', "nodes": -Infinity}', "must be a finite number, got -Infinity"),
    "a long number": (
        TOP + ', "nodes": [' + "7" * 5000 + "]}",
        "nodes[0]: a number of 5000 digits is too long",
    ),
    "deep": (TOP + ', "nodes": ' + "[" * 100000 + "]" * 100000 + "}", "nested deeper than 40"),
    "deep objects": (TOP + ', "nodes": ' + '{"a":' * 100000 + "1" + "}" * 100000 + "}", "nested"),
    "half": (
        TEXT[: len(TEXT) // 2],
        "the file is incomplete: it ends in the middle of what starts here",
    ),
    "a comma": (
        TEXT.replace("[1.0, 0.0, 0.0]", "[1.0, 0.0,, 0.0]"),
        "this is not valid JSON: Expecting",
    ),
    "behind the end": (TEXT + "x", "this is not valid JSON: Extra data"),
    "modules": (TOP + ', "modules": 3}', "modules: must be modules by family and type"),
    "a family": (TOP + ', "modules": {"objects": {}}}', "modules.objects: must be modules by "),
    "a module": (TOP + ', "modules": {"load": {"Wind": 3}}}', "modules.load: must be modules by"),
    "no kinds": (TOP + ', "modules": {"load": []}}', "modules.load: must be modules by family"),
    "an unknown load": (TOP + ', "loads": [{"loadType": "Wind"}]}', "unknown loadType 'Wind'"),
    "a declared kind": (
        TOP + ', "modules": {"load": {"Wind": "weather"}}, "loads": [{"loadType": "Wind"}]}',
        "loads[0].loadType: the load type 'Wind' is not Linkwork's own: module 'weather' declares "
        "it; import that before loading the file",
    ),
    "a kind of a script": (
        TOP + ', "modules": {"load": {"Wind": "__main__"}}, "loads": [{"loadType": "Wind"}]}',
        "the script that wrote the file declares it",
    ),
}  # fmt: skip


@looped("case", BROKEN)
def test_a_broken_text_is_told_with_its_place(case):
    text, told = BROKEN[case]
    got = refusal(text)
    assert told in got and got.startswith("model.json, line ")


def test_syntax_errors_have_line_and_column():
    text = TEXT.replace('"stiffness": 8.0', '"stiffness": 8.0 "')
    line = LINE['"stiffness": 8.0']
    assert refusal(text).startswith(f"model.json, line {line}, column ")


FILES = {
    "empty": (b"", "is empty"),
    "blank": (b" \n", "is empty"),
    "utf-16": (TEXT.encode("utf-16"), "encoded in UTF-16; save it in UTF-8"),
    "latin-1": (TEXT.replace("mass", "M\u00e4sse").encode("latin-1"), "is not UTF-8"),
    "zip": (b"PK\x03\x04....", "a zip archive such as an .npz file"),
    "gzip": (b"\x1f\x8b\x08", "compressed by gzip"),
    "hdf5": (b"\x89HDF\r\n\x1a\n", "an HDF5 file; results are read by Solution.load"),
    "zeros": (b"\0" * 100, "this is not valid JSON"),
}


@looped("case", FILES)
def test_files_that_hold_no_model_are_refused(case, tmp_path):
    data, told = FILES[case]
    path = tmp_path / "model.json"
    path.write_bytes(data)
    with pytest.raises(exu.SysError) as caught:
        exu.load(path)
    assert told in str(caught.value) and "model.json" in str(caught.value)


def test_places_without_a_file_are_refused(tmp_path):
    with pytest.raises(exu.SysError, match="is a folder; give a model file"):
        exu.load(tmp_path)
    with pytest.raises(exu.SysError, match="does not exist; looked in"):
        exu.load(tmp_path / "none.json")
    np.savez(tmp_path / "run.npz", a=1)
    with pytest.raises(exu.SysError, match="is not a model file: it is a zip archive"):
        exu.load(tmp_path / "run.npz")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(exu.SysError, match="is not a regular file"):
        exu.load(tmp_path / "pipe")
    for wrong in (None, 3, "", "a\0b"):
        with pytest.raises(exu.SysError, match="file name is needed|cannot be read"):
            exu.load(wrong)


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "model.json"
    path.write_bytes(TEXT.encode("utf-8-sig"))
    again = exu.load(path)
    assert model_file.text_of(again._items, simulation=again.simulationSettings) == TEXT


def test_hand_written_files_may_be_short():
    short = TOP + ', "nodes": [{"nodeType": "Point"}], "objects": [{"objectType": "MassPoint", '
    read = model_file.items_of(short + '"mass": 1, "nodeNumber": 0}]}')
    assert read.items["object"][0].physicsMass == 1.0
    assert read.items["object"][0].name == "object0" and read.simulationSettings is None


def test_places_are_those_of_the_values():
    text = '{"a": [1, {"b": "x,]"}], "c\\"": null}'
    found = {place.path: text[place.start :] for place in places(text)}
    assert list(found) == [(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ('c"',)]
    assert found["a", 1, "b"].startswith('"x,]"') and found['c"',].startswith("null")


def test_numbers_without_a_word_in_json():
    assert written([math.inf, -math.inf, 1.0]) == "[1e999, -1e999, 1.0]"
    assert json.loads(written(-math.inf)) == -math.inf
    for wrong in (math.nan, [1.0, math.nan], {"a": [math.nan]}, {1: 2}, object(), {"a": {3}}):
        with pytest.raises(exu.ParameterError, match="got "):
            written(wrong)


BYTES = TEXT.encode()
PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"-", b"1", b"e9", b"null", b"true",
          b"NaN", b"\xff", b"\x00", b"\\ud800", b'"supply"', b"1e400", b" "]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(BYTES) - 1), st.integers(0, 6),
            st.sampled_from(PIECES) | st.binary(max_size=3),
        ),
        min_size=1, max_size=3,
    )
)  # fmt: skip
def test_a_damaged_file_loads_or_tells_what_is_wrong(tmp_path_factory, changes):
    data = BYTES
    for place, length, piece in changes:
        data = data[:place] + piece + data[place + length :]
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_bytes(data)
    try:
        exu.load(path)
    except exu.SysError as error:
        assert "damaged.json" in str(error)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
    | st.just({"supply": "f"}),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner,
                                                                max_size=2),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_other_value_loads_or_tells_what_is_wrong(data):
    form = json.loads(TEXT)
    spots = [place.path for place in places(TEXT) if place.path]
    *path, last = data.draw(st.sampled_from(spots))
    owner = form
    for part in path:
        owner = owner[part]
    owner[last] = data.draw(VALUES)
    try:
        model_file.items_of(json.dumps(form), missing="placeholder")
    except exu.SysError as error:
        assert str(error).startswith("the model text, line 1")


@looped(
    "text, told",
    [
        ('NaNformat": 3}', "line 1, column 1: must be a finite number, got NaNformat"),
        ("NaN", "line 1, column 1: must be a finite number, got NaN"),
        ('{"a": [0, NaN.5]}', "line 1, column 11: a[1]: must be a finite number, got NaN.5"),
        ('{"a": -Infinity7}', "line 1, column 7: a: must be a finite number, got -Infinity7"),
    ],
)
def test_a_text_that_begins_with_no_number_tells_its_place(tmp_path, text, told):
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(exu.ParameterError, match="model.json, ") as caught:
        exu.load(path)
    assert told in str(caught.value)
