"""A corpus of broken model files, and valid ones with random changes."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import linkwork as exu
from tests.cases import looped
from tests.fuzz import files, jobs
from tests.fuzz.conftest import SLOW

CORPUS = Path(__file__).parent / "corpus"

NO_MODEL = 'this is not a model file: it must be an object with "format": "linkwork-model"'
INCOMPLETE = "the file is incomplete: it ends in the middle of what starts here"
C_REF = "nodes[0].referenceCoordinates[0]: "
VECTOR = "nodes[0].referenceCoordinates: "
TOLD = {
    "beyond_floats": VECTOR + "Node1D (node 0): referenceCoordinates c_ref must be 1 finite",
    "comment": "line 1, column 44: this is not valid JSON: Expecting property name",
    "control_character": "line 1, column 70: this is not valid JSON: Invalid control character",
    "deep_lists": "nodes[0]: each node must be an object with its parameters by name",
    "deep_objects": "nodes: must be a list of nodes, got {'a': {'a'",
    "deep_unclosed": "nested deeper than 40 levels",
    "duplicate_name": "line 2: nodes[1].name: Point 'a' (node 1): the name 'a' is taken by node 0",
    "duplicate_parameter": "line 2, column 23: nodes[0].name: the name 'name' appears twice here",
    "duplicate_part": "line 2, column 11: nodes: the name 'nodes' appears twice here",
    "empty_object": NO_MODEL,
    "flag_is_a_text": "nodes[0].Vshow: Point (node 0): visualization: show must be True or False",
    "format_of_results": NO_MODEL + ", got 'linkwork-solution'",
    "function_is_a_number": "loads[0].loadVectorUserFunction: Force (load 0)",
    "function_of_a_module": "needs functions, which are not stored in files: 'os:abort'",
    "huge_index": "nodeNumber: node 9223372036854775808 does not exist; there are none",
    "index_float": "line 2: objects[0].nodeNumber: MassPoint (object 0): nodeNumber n0 must be",
    "index_of_nothing": "nodeNumber: node 0 does not exist; there are none",
    "infinity": C_REF + "must be a finite number, got -Infinity",
    "item_is_null": "nodes[0]: each node must be an object with its parameters by name",
    "items_are_an_object": "nodes: must be a list of nodes, got {'0'",
    "kind_is_a_list": "nodes[0].nodeType: unknown nodeType ['Point']; did you mean 'Point'?",
    "kind_missing": "nodes[0]: a node dictionary needs the key 'nodeType'",
    "lone_surrogate_key": "a model file has no such key",
    "lone_surrogate_kind": "nodes[0].nodeType: unknown nodeType '\\ud800'",
    "long_integer": C_REF + "a number of 5000 digits is too long",
    "many_coordinates": "NodeGenericODE2 'node0' (node 0): 1000000000 coordinates of 1000000000",
    "many_rows": "ObjectGenericODE2 'object0' (object 0): nodeNumbers must list at least one node",
    "marker_of_a_connector": "line 2: markers[0].bodyNumber: MarkerBodyPosition 'marker0'",
    "module_is_a_list": "modules.load: must be modules by family and type",
    "nan": C_REF + "must be a finite number, got NaN",
    "negative_index": "line 2: objects[0].nodeNumber: MassPoint (object 0): nodeNumber n0 must be",
    "no_object": NO_MODEL,
    "null": NO_MODEL,
    "only_a_text": NO_MODEL,
    "ragged_matrix": "objects[0].massMatrix: ObjectGenericODE2 (object 0): massMatrix M must be a",
    "sensor_of_itself": "SensorUserFunction 'sensor0' (sensor 0): sensorUserFunction must be a",
    "sensors_in_a_ring": "SensorUserFunction 'sensor0' (sensor 0): sensorUserFunction must be a",
    "setting_group": "simulationSettings.timeIntegration: must be settings by name, got 5",
    "setting_unknown": "timeIntegration has no setting 'endtime'; did you mean 'endTime'?",
    "setting_wrong_type": "timeIntegration.endTime must be a number, got [1]",
    "single_quotes": "line 1, column 2: this is not valid JSON",
    "trailing_comma": "line 1, column 56: this is not valid JSON",
    "truncated": "line 2, column 63: " + INCOMPLETE,
    "truncated_after_comma": "line 1, column 43: " + INCOMPLETE,
    "truncated_number": "line 2, column 66: this is not valid JSON: Expecting ',' delimiter",
    "truncated_text": "line 2, column 25: " + INCOMPLETE,
    "two_documents": "line 2, column 1: this is not valid JSON: Extra data",
    "unknown_kind": "nodes[0].nodeType: unknown nodeType 'Pont'; did you mean 'Point'?",
    "unknown_parameter": "nodes[0].stiffness: NodePoint has no parameter 'stiffness'",
    "unknown_part": "bodies: a model file has no such key",
    "vector_too_long": VECTOR + "Point (node 0): referenceCoordinates c_ref must be 3 finite",
    "version_0": "version: must be 1, got 0",
    "version_1.0": "version: must be 1, got 1.0",
    "version_999": "version: must be 1, got 999; a newer Linkwork wrote it",
    "version_missing": "version: must be 1, got None",
    "version_text": "version: must be 1, got '1'",
}
"""File of the corpus -> what is told, by the loader or by Assemble."""

ASSEMBLED = {"many_coordinates", "many_rows", "sensor_of_itself", "sensors_in_a_ring"}
"""Files that are well formed, and whose models cannot be assembled."""


def test_every_file_of_the_corpus_is_listed():
    assert sorted(path.stem for path in CORPUS.iterdir()) == sorted(TOLD)


@looped("name", TOLD)
def test_a_broken_file_is_refused_with_its_fault(name):
    path = CORPUS / f"{name}.json"
    with pytest.raises(exu.SysError) as caught:
        mbs = exu.load(path)
        assert name in ASSEMBLED
        mbs.Assemble()
    assert TOLD[name] in str(caught.value)
    assert name in ASSEMBLED or path.name in str(caught.value)


def test_a_valid_file_is_read_and_solved():
    assert files.fault_of(files.valid_text()) == ""


@settings(
    max_examples=300, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(st.randoms(use_true_random=False))
def test_a_changed_file_loads_or_tells_what_is_wrong(r):
    text = files.changed_text(r)
    assert not files.fault_of(text), text


def test_damaged_result_files_are_read_or_refused_by_name(worker):
    for seed in range(120):
        outcome, broke = worker.do(jobs.by_result, seed, SLOW)
        assert not broke and not outcome["fault"], f"seed {seed}: {broke or outcome['fault']}"
