"""Items that do not fit, all at once; memory."""

import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.model import numbering

from .models import codes, ground, mass, only, spring, system


def unchecked(mbs, family, item):
    """Put an item into a system without the checks of AddObject and so on."""
    mbs._items[family].append(item)


def test_all_misfits_are_told_at_once():
    mbs = system()
    ends = [ground(mbs), mass(mbs)]
    unchecked(mbs, "object", CoordinateConstraint(name="a", markerNumbers=ends))
    unchecked(mbs, "load", Torque(name="b", markerNumber=ends[1]))
    unchecked(mbs, "load", Force(name="c", markerNumber=17))
    found = mbs.Check()
    assert codes(found) == ["misfit"] * 3 and len(found.errors) == 3
    assert [f.item for f in found] == [
        "CoordinateConstraint 'a' (object 2)", "Torque 'b' (load 0)", "Force 'c' (load 1)",
    ]  # fmt: skip
    assert "marker of type Coordinate" in found[0].text
    assert "marker of type Orientation" in found[1].text
    assert "marker 17 does not exist; there are 2" in found[2].text


def test_an_incomplete_item_is_told():
    mbs = spring()
    mbs.AddObject(SpringDamper(name="loose"))
    finding = only(mbs.Check(), "misfit")
    assert finding.item == "SpringDamper 'loose' (object 3)" and "markerNumbers" in finding.text


def test_two_items_of_one_name_are_told():
    mbs = spring()
    unchecked(mbs, "object", ObjectGround(name="spring"))
    finding = only(mbs.Check(), "same-name")
    assert finding.severity == "error" and "object 2" in finding.text
    assert "'spring'" in finding.text and finding.item == "ObjectGround 'spring' (object 3)"


def test_a_model_that_fits_has_none_of_these():
    assert spring().Check() and not len(spring().Check())


@pytest.mark.parametrize(
    "node",
    [
        NodeGenericODE2(name="huge", numberOfODE2Coordinates=10**12),
        NodeGenericODE1(name="huge", numberOfODE1Coordinates=10**12),
        NodeGenericData(name="huge", numberOfDataCoordinates=10**12),
    ],
)
def test_more_coordinates_than_memory_are_refused_before_it_is_asked_for(node):
    mbs = system()
    mass(mbs)
    mbs.AddNode(node)
    with pytest.raises(exu.SysError, match=r"'huge' \(node 1\): 1000000000000 coordinates") as told:
        mbs.Assemble()
    assert "2e+05 GB" in str(told.value) and "the machine has" in str(told.value)
    finding = only(mbs.Check(), "memory")
    assert "'huge' (node 1)" in finding.item and "2e+05 GB" in finding.text
    assert finding.advice == "use fewer coordinates"


def test_the_limit_is_the_memory_of_the_machine(monkeypatch):
    mbs = system()
    mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1000))
    monkeypatch.setattr(numbering, "MANY_COORDINATES", 10)
    monkeypatch.setattr(numbering, "physical_memory", lambda: 200.0 * 1000)
    mbs.Assemble()
    monkeypatch.setattr(numbering, "physical_memory", lambda: 200.0 * 999)
    with pytest.raises(exu.SysError, match="1000 coordinates of 1000 in all"):
        mbs.Assemble()
