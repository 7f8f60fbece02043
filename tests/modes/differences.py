"""Matrices of a system by central differences of its residual, multipliers and a held."""

import numpy as np

from linkwork.assembly.equations import equations_for
from linkwork.core.status import OK
from linkwork.model.position import move_by
from linkwork.settings.simulation import SimulationSettings


class Residual:
    """M a + C^T lambda - F of a system at any q and v, with the a and lambda of a state."""

    def __init__(self, mbs, at):
        self.mbs, self.at = mbs, at
        self.model, self.data = mbs._assembled("a test")
        self.model.functions.bind_all_back()
        self.equations = equations_for(self.model, self.data, SimulationSettings(), True)
        assert self.equations.run("motion_calls") == self.equations.run("search_calls") == OK
        self.data.scalars.frozen = 0
        self(at.q, at.v)
        self.data.scalars.frozen = 1  # branches, and where stick begins, are those of the state

    def __call__(self, q, v):
        """(residual, values of the equations, values of their rates)

        q -- the coordinates of the state, to which changes are added: rotations are composed
        """
        data, found = self.data, []
        data.scalars.t, data.scalars.cq, data.scalars.cv = self.at.t, 0.0, 0.0
        for name, values in dict(
            q=self.at.q, v=v, a=self.at.a, multipliers=self.at.multipliers, q_low=0.0
        ).items():
            data[name][:] = values
        data.settle()
        move_by(self.equations, np.subtract(q, self.at.q), compensated=False)
        for level in (1, 0):
            assert self.equations.forces(level) == OK
            found.append(data["constraint"].copy())
        assert self.equations.run("inertia_calls") == OK
        return data["residual"].copy(), found[1], found[0]

    def slopes(self, by, step=1e-5):
        """Derivatives of the three by q or v, each with one column per coordinate."""
        state = {"q": self.at.q, "v": self.at.v}
        columns = []
        for k in range(len(self.at.q)):
            sides = []
            for h in (step, -step):
                moved = {name: values.copy() for name, values in state.items()}
                moved[by][k] += h
                sides.append(self(**moved))
            columns.append([(a - b) / (2.0 * step) for a, b in zip(*sides, strict=True)])
        return [np.array(column).T for column in zip(*columns, strict=True)]

    def close(self):
        self.model.functions.release_all()
        self.data.scalars.frozen = 0
        for table in self.model.tables.values():
            for name in table.kind.noted_columns:
                table.rows[name] = 0
