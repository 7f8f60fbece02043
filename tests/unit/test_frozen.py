"""Values that do not change, compared with dataclasses."""

import copy
import pickle
from typing import ClassVar

import pytest

from linkwork.core.frozen import frozen, replaced


@frozen
class Point:
    x: float
    y: float = 2.0
    dimension: ClassVar[int] = 2


@frozen
class Named(Point):
    y: float = 3.0
    name: str = ""

    @property
    def size(self):
        return abs(self.x) + abs(self.y)


def test_values_by_position_by_name_and_by_default():
    assert (Point(1.0).x, Point(1.0).y) == (1.0, 2.0)
    assert vars(Point(y=5.0, x=4.0)) == {"x": 4.0, "y": 5.0}
    assert vars(Named(1.0, name="a")) == {"x": 1.0, "y": 3.0, "name": "a"}
    assert Named(1.0, -2.0).size == 3.0
    assert Point.dimension == 2


@pytest.mark.parametrize(
    "given", [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1}), ((), {"y": 1, "z": 1})]
)
def test_wrong_values_are_refused(given):
    with pytest.raises(TypeError, match="Point takes x, y; got"):
        Point(*given[0], **given[1])


def test_equal_values_are_equal_and_have_equal_hashes():
    assert Point(1.0) == Point(1.0, 2.0) != Point(1.0, 3.0)
    assert hash(Point(1.0)) == hash(Point(1.0, 2.0))
    assert Named(1.0, 2.0) != Point(1.0, 2.0)
    assert repr(Named(1, name="n")) == "Named(x=1, y=3.0, name='n')"


def test_values_cannot_be_changed_but_replaced_and_copied():
    point = Named(1.0, name="n")
    with pytest.raises(AttributeError, match="Named.x cannot be set"):
        point.x = 2.0
    with pytest.raises(AttributeError, match="Named.x cannot be removed"):
        del point.x
    assert replaced(point, y=7.0) == Named(1.0, 7.0, "n")
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
