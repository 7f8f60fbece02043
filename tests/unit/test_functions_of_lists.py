"""User functions that get lists: which ones may be compiled with arrays, and what they receive."""

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.bodies.generic_ode2 import ObjectGenericODE2
from linkwork.connectors.cartesian_spring_damper import ObjectConnectorCartesianSpringDamper
from linkwork.core.functions.lists import means_the_same
from linkwork.core.functions.user_functions import choose
from linkwork.exudyn.utilities import (
    CartesianSpringDamper,
    MarkerBodyPosition,
    MassPoint,
    ObjectGround,
    Point,
)

SPRING = ObjectConnectorCartesianSpringDamper.field("springForceUserFunction").kind
ODE2 = ObjectGenericODE2.field("forceUserFunction").kind


def of_elements(mbs, t, itemNumber, u, v, k, d, offset):
    return [k[0] * u[0], k[1] * u[1], d[2] * v[2]]


def of_arrays(mbs, t, itemNumber, u, v, k, d, offset):
    return np.asarray(k) * np.asarray(u) + np.asarray(d) * np.asarray(v)


def joining(mbs, t, itemNumber, u, v, k, d, offset):
    both = u + v
    return [both[0], both[3], k[0] * both[-1]]


def repeating(mbs, t, itemNumber, u, v, k, d, offset):
    return (2 * u)[1:4]


def joining_state(mbs, t, itemNumber, q, q_t):
    state = q + q_t
    return np.eye(2, len(state)) @ np.array(state) * len(state)


def multiplying_state(mbs, t, itemNumber, q, q_t):
    return np.array([[2.0, 1.0], [0.0, 3.0]]) @ np.asarray(q)


@pytest.mark.parametrize(
    ("kind", "function", "same"),
    [
        (SPRING, of_elements, True),
        (SPRING, of_arrays, True),
        (SPRING, joining, False),
        (SPRING, repeating, False),
        (ODE2, joining_state, False),
        (ODE2, multiplying_state, True),
    ],
)
def test_functions_that_join_or_repeat_lists_are_found(kind, function, same):
    assert means_the_same(kind, function) is same
    assert bool(choose(kind, function, False, lists=True).address) is same


def test_a_function_that_joins_lists_gets_lists():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Point(referenceCoordinates=[0, 0, 0], initialCoordinates=[0.5, 0.25, 2]))
    body = mbs.AddObject(MassPoint(physicsMass=2, nodeNumber=node))
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=number))
        for number in (mbs.AddObject(ObjectGround()), body)
    ]
    kinds = set()

    def law(mbs, t, itemNumber, u, v, k, d, offset):
        kinds.update(map(type, (u, v, k, d, offset)))
        both = k + u  # joined: [1, 2, 3, 0.5, 0.25, 2] at the start
        return [both[3], both[4] * both[1], both[5]]

    spring = mbs.AddObject(
        CartesianSpringDamper(markerNumbers=ends, stiffness=[1, 2, 3], springForceUserFunction=law)
    )
    mbs.Assemble()
    force = mbs.GetObjectOutput(spring, exu.OutputVariableType.Force)
    assert np.allclose(force, [0.5, 0.5, 2.0], rtol=1e-15)
    assert kinds == {list}


def test_unknown_arguments_of_items_are_type_errors():
    with pytest.raises(TypeError, match="position"):
        Point(position=[1, 2, 3])
