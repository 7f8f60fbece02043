"""Kinds of parameters whose values have different lengths: stored forms and texts."""

import numpy as np
import pytest
import scipy.sparse as sparse

import linkwork as exu
from linkwork import MarkerIndex, MatrixContainer, NodeIndex
from linkwork.core.declare.item import Item, checked, parameter
from linkwork.core.declare.parameters import Choice, Curve, Flags, IndexList, Matrix, PInt, Vector
from linkwork.model.model import check_item
from linkwork.model.partners import check_partners


class Sample(Item):
    """An item of no family, to hold values."""

    family = "object"
    type_name = "Sample"

    size: int = parameter(0, PInt(), symbol="n", doc="number of coordinates")
    force: list = parameter([], Vector(), symbol="f", unit="N", doc="vector of forces")
    start: np.ndarray = parameter(np.zeros(2), Vector(), doc="vector at the start")
    stiffness: list = parameter([], Matrix(), symbol="K", doc="stiffness matrix")
    scaling: list = parameter([], Matrix(dense_form=True), doc="scaling matrix")
    nodeNumbers: list = parameter([], IndexList("node"), structural=True, doc="list of nodes")


def refusal(**values):
    with pytest.raises(exu.ParameterError) as caught:
        checked(Sample(size=1, **values), 4)
    return str(caught.value)


def test_values_are_stored_as_copies_of_fixed_types():
    force, stiffness = np.arange(3), [[1, 2], [3, 4]]
    made = checked(Sample(size=np.int32(2), force=force, stiffness=stiffness), 0)
    assert type(made.size) is int
    assert made.force.dtype == np.float64 and made.force.tolist() == [0.0, 1.0, 2.0]
    assert isinstance(made.stiffness, MatrixContainer)
    force[0] = stiffness[0][0] = 9
    assert made.force[0] == 0.0 and made.stiffness.dense()[0, 0] == 1.0
    assert checked(Sample(size=1, force=(1, 2)), 0).force.tolist() == [1.0, 2.0]


def test_defaults_are_empty_and_their_own():
    made, other = checked(Sample(size=1), 0), Sample()
    assert made.force.shape == (0,) and made.stiffness.shape == (0, 0) and made.nodeNumbers == []
    other.start[0] = 5.0
    assert Sample().start.tolist() == [0.0, 0.0]


def test_the_dictionary_holds_copies():
    full = np.array([[1.0, 2.0]])
    given = dict(stiffness=full, scaling=full, force=[1.0], nodeNumbers=[0, NodeIndex(2)])
    made = checked(Sample(size=3, **given), 0)
    form = made.to_dict()
    assert form["nodeNumbers"] == [NodeIndex(0), NodeIndex(2)]
    assert repr(form["nodeNumbers"]) == "[NodeIndex(0), NodeIndex(2)]"
    assert isinstance(form["stiffness"], MatrixContainer) and form["stiffness"].UseDenseMatrix()
    assert isinstance(form["scaling"], np.ndarray) and form["scaling"].tolist() == [[1.0, 2.0]]
    form["stiffness"].SetAllZero()
    form["scaling"][:] = form["force"][:] = 0.0
    again = made.to_dict()
    assert again["stiffness"].dense().tolist() == again["scaling"].tolist() == [[1.0, 2.0]]
    assert again["force"].tolist() == [1.0]
    spread = checked(Sample(size=1, scaling=sparse.csc_matrix(full)), 0).to_dict()["scaling"]
    assert isinstance(spread, MatrixContainer) and spread.is_sparse


def test_a_count_of_zero_may_be_added_and_not_assembled():
    p = Sample.fields["size"]
    assert not p.default_is_valid and p.is_unset(0) and not p.is_unset(1)
    assert checked(Sample(), 0).size == 0
    assert p.kind.column == (np.int64, ())
    assert all(Sample.fields[name].kind.column is None for name in ("force", "stiffness"))
    assert set(Sample.dtype.fields) == {"number", "n"}


def test_equal_values_are_known_as_such():
    matrix, vector = Sample.fields["stiffness"].kind, Sample.fields["force"].kind
    one, spread = matrix.check([[1.0, 0.0]]), matrix.check(sparse.csr_matrix([[1.0, 0.0]]))
    assert matrix.same(one, spread) and not matrix.same(one, matrix.check([[1.0], [0.0]]))
    assert not matrix.same(one, matrix.check([[1.0, 0.1]])) and not matrix.same(
        one, matrix.check([])
    )
    assert vector.same(vector.check([1]), vector.check((1.0,)))
    assert not vector.same(vector.check([1.0]), vector.check([]))


MATRIX = (
    "must be a matrix of finite real numbers: a 2-D array, a list of rows, a SciPy sparse matrix "
    "or a MatrixContainer, or [] for none"
)


@pytest.mark.parametrize(
    "values, text",
    [
        (dict(force=[1.0, None]),
         "force f must be a vector of finite real numbers, got [1.0, None]"),
        (dict(force=[[1.0]]), "force f must be a vector of finite real numbers, got [[1.0]]"),
        (dict(stiffness=[1.0]), f"stiffness K {MATRIX}, got [1.0]"),
        (dict(stiffness=[[1.0, "a"]]),
         f"stiffness K {MATRIX}; entry [0, 1] must be a finite real number, not 'a', "
         "got [[1.0, 'a']]"),
        (dict(nodeNumbers=3), "nodeNumbers must be a list of node numbers, got 3"),
        (dict(nodeNumbers=[0, -1]), "nodeNumbers must be a list of node numbers, got [0, -1]"),
        (dict(nodeNumbers=[MarkerIndex(0)]),
         "nodeNumbers must be a list of node numbers, got [MarkerIndex(0)]"),
    ],
)  # fmt: skip
def test_error_texts(values, text):
    assert refusal(**values) == f"Sample (object 4): {text}"


def test_error_text_of_a_count():
    text = "Sample (object 4): size n must be a whole number >= 1, got "
    with pytest.raises(exu.ParameterError) as caught:
        checked(Sample(size=-1), 4)
    assert str(caught.value) == text + "-1"
    with pytest.raises(exu.ParameterError) as caught:
        check_item(checked(Sample(size=0), 4), 4, {})
    assert str(caught.value) == text + "0"


def test_the_items_of_a_list_must_exist():
    items = {"node": [], "object": []}
    with pytest.raises(exu.ParameterError) as caught:
        check_partners(checked(Sample(size=1, nodeNumbers=[1]), 4), 4, items)
    text = "Sample (object 4): nodeNumbers: node 1 does not exist; there are none"
    assert str(caught.value) == text
    check_partners(checked(Sample(size=1), 4), 4, items)


def test_choices_stand_in_their_column_as_numbers():
    kind = Choice(("hold", "linear"))
    assert kind.check("linear") == "linear"
    assert [kind.cell(word) for word in kind.words] == [0, 1]
    with pytest.raises(exu.ParameterError, match="must be one of 'hold', 'linear', got 'Hold'"):
        kind.check("Hold")


def test_curves_are_copies_with_increasing_first_column():
    given = np.array([[0, 1], [2, 3]])
    made = Curve().check(given)
    assert made.dtype == np.float64 and made.tolist() == [[0.0, 1.0], [2.0, 3.0]]
    given[0, 0] = 9
    assert made[0, 0] == 0.0
    for empty in ([], (), np.zeros((0, 2))):
        assert Curve().check(empty).shape == (0, 2)
    assert Curve().plain(Curve().check([])) == []
    with pytest.raises(exu.ParameterError, match="strictly increases"):
        Curve().check([[0.0, 1.0], [0.0, 2.0]])


def test_flags_are_a_list_of_truth_values():
    kind = Flags(3)
    made = kind.check(np.array([True, False, True]))
    assert made == [True, False, True] and all(type(part) is bool for part in made)
    assert kind.check((0, 1, 0)) == [False, True, False]
    assert kind.plain(made) is not made
