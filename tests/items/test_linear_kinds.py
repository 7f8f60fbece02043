"""A kind that calls itself linear has the same matrix in every state and at every time."""

import numpy as np
import pytest

from linkwork.assembly.equations import Equations
from linkwork.bodies import kinds as bodies
from linkwork.connectors import kinds as connectors
from linkwork.core.declare.item import ALWAYS, WITHOUT_FUNCTIONS
from linkwork.items import NodeRigidBody2D, ObjectRigidBody2D
from linkwork.joints import kinds as joints
from linkwork.linear.choose import OwnLU
from linkwork.loads import kinds as loads
from linkwork.markers import kinds as markers
from linkwork.model.data import Entries
from linkwork.nodes import kinds as nodes
from tests.cases import looped

from .samples import VARIANTS, World, with_items

pytestmark = pytest.mark.processors

BELOW = (*nodes.KINDS, *bodies.KINDS, *markers.KINDS)
"""What connectors and loads stand on."""

CENTERED = {"centered": dict(physicsCenterOfMass=[0.0, 0.0])}
"""The mass matrix of a rigid body is constant if its center of mass is the reference point."""

each_kind_with_equations = looped(
    "kind",
    (*bodies.KINDS, *connectors.KINDS, *joints.KINDS, *loads.KINDS),
    ids=lambda kind: kind.__name__,
)


def cases_of(kind):
    """Changes of the sample of a kind."""
    further = CENTERED if kind is ObjectRigidBody2D else VARIANTS.get(kind, {})
    return {"sample": {}, **further}


class Alone:
    """The matrix entries that the items of one kind give, among all that they stand on."""

    def __init__(self, kind, changes):
        w = World(*(nodes.KINDS if kind in BELOW else BELOW))
        w.add(kind, **with_items(changes, w))
        w.mbs.Assemble()
        self.model, self.data = w.mbs._model, w.mbs._data
        self.table = self.model.tables[kind]
        n = self.model.n_ode2 + self.model.n_ae + self.model.n_ode1
        self.model.functions.bind_all_back()
        self.equations = Equations(self.model, self.data, OwnLU(n), True)
        own = [self.belongs(over) for _, over in self.data.parts["jacobian_calls"]]
        self.data.set("jacobian_calls", self.data["jacobian_calls"][own])

    def belongs(self, over):
        return over is self.table or (isinstance(over, Entries) and over.table is self.table)

    def matrix(self, seed):
        data, s, rng = self.data, self.data.scalars, np.random.default_rng(seed)
        for name in ("q", "v", "a", "multipliers", "y", "y_t"):
            data[name][:] = rng.uniform(-0.5, 0.5, data[name].size)
        s.t, s.h = rng.uniform(0.0, 1.0), 0.01
        s.cq, s.cv, s.ca, s.cy, s.row_cq, s.row_cv, s.row_scale = 0.7, 1.3, 0.9, 0.4, 0.6, 0.8, 1.1
        data["values"][:] = 0.0
        assert self.equations.forces(0) == 0
        assert self.equations.run("jacobian_calls") == 0
        return data["values"].copy()


@each_kind_with_equations
def test_linear_means_the_same_matrix_at_two_states(kind):
    linear = 0
    for name, changes in cases_of(kind).items():
        alone = Alone(kind, changes)
        if not kind.is_linear(alone.table):
            continue
        linear += 1
        first, second = alone.matrix(1), alone.matrix(2)
        assert np.abs(first - second).max(initial=0.0) <= 1e-13, name
    if getattr(kind, "linear_when", "") in (ALWAYS, WITHOUT_FUNCTIONS):
        assert linear, f"{kind.__name__} says that it is linear, but none of its samples is"


def test_a_rigid_body_is_linear_if_its_center_of_mass_is_the_reference_point():
    assert not ObjectRigidBody2D.is_linear(Alone(ObjectRigidBody2D, {}).table)
    assert ObjectRigidBody2D.is_linear(Alone(ObjectRigidBody2D, CENTERED["centered"]).table)


def test_matrices_of_samples_that_are_not_linear_change():
    """What is compared does see the state."""
    alone = Alone(ObjectRigidBody2D, {})
    assert NodeRigidBody2D in {type(node) for node in alone.model.items["node"]}
    assert np.abs(alone.matrix(1) - alone.matrix(2)).max() > 0.1
