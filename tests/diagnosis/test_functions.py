"""User functions at the start: failures, results that change, calls."""

import itertools

import pytest

import linkwork as exu
from linkwork.items import *

from .models import codes, mass, only, pendulum, settings, spring, system

pytestmark = pytest.mark.processors


def law(result):
    return lambda mbs, t, itemNumber, u, v, k, d, f: result


@pytest.mark.parametrize(
    "result, told",
    [(None, "must return a number, got None"), (float("nan"), "nan"), ([1, 2], "number")],
)
def test_results_that_cannot_be_used(result, told):
    finding = only(spring(springForceUserFunction=law(result)).Check(), "function")
    assert finding.severity == "error" and told in finding.text
    assert finding.item == "SpringDamper 'spring' (object 2): springForceUserFunction"


def test_all_failing_functions_are_told():
    mbs = spring(springForceUserFunction=law(None))
    mbs.AddObject(
        SpringDamper(name="other", markerNumbers=[0, 1], springForceUserFunction=law(None))
    )
    mbs.AddLoad(Force(name="push", markerNumber=1, loadVectorUserFunction=lambda m, t, b: [1, 2]))
    found = mbs.Check()
    assert codes(found) == ["function"] * 3
    assert "3 numbers" in next(f.text for f in found if "'push'" in f.item)


def test_an_exception_is_told_with_its_text():
    def broken(mbs, t, itemNumber, u, v, k, d, f):
        raise KeyError("speed")

    assert (
        "KeyError: 'speed'" in only(spring(springForceUserFunction=broken).Check(), "function").text
    )


def test_functions_of_sensors_are_asked():
    mbs = spring()
    mbs.AddSensor(
        SensorUserFunction(name="s", sensorUserFunction=lambda mbs, t, n, f, c: "nothing")
    )
    finding = only(mbs.Check(), "function")
    assert "'s'" in finding.item and "list or an array" in finding.text


def test_functions_of_events_are_asked():
    mbs = spring()
    event = lambda mbs, t, itemNumber, q, q_t: None  # noqa: E731
    mbs.AddSensor(SensorEvent(name="hit", eventUserFunction=event))
    finding = only(mbs.Check(), "function")
    assert "'hit'" in finding.item and "None" in finding.text
    height = lambda mbs, t, itemNumber, q, q_t: q[0] - 1.0  # noqa: E731
    mbs.SetSensorParameter(0, "eventUserFunction", height)
    assert not mbs.Check().of("function")


def test_results_that_change_by_themselves():
    count = itertools.count(1)
    restless = lambda mbs, t, itemNumber, u, v, k, d, f: k * u + next(count)  # noqa: E731
    finding = only(spring(springForceUserFunction=restless).Check(), "not-deterministic")
    assert finding.severity == "warning" and "'spring'" in finding.item
    steady = lambda mbs, t, itemNumber, u, v, k, d, f: k * u  # noqa: E731
    assert not len(spring(springForceUserFunction=steady).Check())


def test_a_function_that_is_called_back_is_told_with_the_reason():
    def looks(mbs, t, itemNumber, u, v, k, d, f):
        return k * u + 0.0 * mbs.systemData.GetTime()

    finding = only(spring(springForceUserFunction=looks).Check(), "called-back")
    assert finding.severity == "hint" and "it uses mbs" in finding.text
    assert not len(spring(springForceUserFunction=exu.called_back(looks)).Check())
    run = settings()
    run.compileUserFunctions = False
    assert not len(spring(springForceUserFunction=looks).Check(run))


def test_functions_are_called_few_times():
    calls = []

    def noted(mbs, t, itemNumber, u, v, k, d, f):
        calls.append((t, u, v))
        return k * u

    mbs = spring(springForceUserFunction=noted)
    assert mbs.Check(settings())
    assert 2 <= len(calls) <= 30
    assert calls[0] == calls[1] and calls[0][1] == pytest.approx(0.05)


def test_a_function_of_a_system_that_is_not_assembled_is_left_alone():
    mbs = spring()
    outer = mbs

    def looks(mbs, t, itemNumber, u, v, k, d, f):
        return k * u + 0.0 * outer.systemData.GetTime()

    mbs.SetObjectParameter(2, "springForceUserFunction", looks)
    assert mbs.Check() and "Assemble()" in only(mbs.Check(), "function-not-asked").advice
    mbs.Assemble()
    assert not mbs.Check().of("function-not-asked")


def test_functions_of_constraints():
    mbs = system()
    mass(mbs)
    fixed = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (fixed, 0)]
    offset = lambda mbs, t, itemNumber, lOffset: None  # noqa: E731
    mbs.AddObject(
        CoordinateConstraint(name="driven", markerNumbers=ends, offsetUserFunction=offset)
    )
    assert "'driven'" in only(mbs.Check(), "function").item


def test_models_without_functions_have_none_of_these():
    assert not len(pendulum().Check())


def test_derivatives_that_are_not_those_of_the_function():
    def way(mbs, t, itemNumber, lOffset):
        return 0.1 * t + 0.02 * t * t

    def right(mbs, t, itemNumber, lOffset):
        return 0.1 + 0.04 * t

    def wrong(mbs, t, itemNumber, lOffset):
        return 0.2 + 0.04 * t

    for rate, bend, found in (
        (right, 0, []),
        (wrong, 0, ["wrong-rate"]),
        (right, right, ["wrong-rate"]),
    ):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(NodePoint(initialVelocities=[0.1, 0, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        mbs.CreatePrescribedMotion(
            "move", exu.NodeIndex(node), coordinate=0, motionUserFunction=way,
            motionUserFunction_t=rate, motionUserFunction_tt=bend,
        )  # fmt: skip
        assert [each.code for each in mbs.Check().of("wrong-rate")] == found
