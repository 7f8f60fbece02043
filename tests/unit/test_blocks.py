"""The assembler against dense products: every form of blocks, through random Jacobians.

The kernels run as plain Python here; compiled they are part of every model.
"""

import numpy as np
import pytest

from linkwork.core.blocks import COORDINATE, LINKED, MANY, PLANE, POSITION, SPACE, Blocks
from linkwork.core.kernels.entry import argument_names

CQ, CV, ROW_CQ, ROW_CV = 0.3, 0.7, 1.1, 0.4
FORMS = {
    "points": Blocks(2, POSITION, relative=True),
    "coordinates": Blocks(2, COORDINATE, relative=True),
    "frames in the plane": Blocks(2, PLANE),
    "frames in space": Blocks(2, SPACE),
    "a load": Blocks(1, SPACE, damped=False),
    "many": Blocks(MANY, POSITION),
    "rod": Blocks(2, POSITION, equations=1, relative=True),
    "coordinate equation": Blocks(2, COORDINATE, equations=1, stiff=False),
    "pin": Blocks(2, (0, 1), equations=2, stiff=False),
    "six rows": Blocks(2, SPACE, equations=6),
    "many with rows": Blocks(MANY, PLANE, equations=3),
}


class Bench:
    """One connector of a form, whose ends follow random lists of coordinates.

    z -- directions of all ends; J, H -- Jacobian of them and its rate, (directions, coordinates)
    """

    def __init__(self, blocks: Blocks, seed: int) -> None:
        rng, self.blocks = np.random.default_rng(seed), blocks
        ends, width, k = blocks.ends or 3, blocks.width, blocks.equations
        counts = rng.integers(0, 5, ends)
        self.n = 7
        self.index = np.concatenate([rng.permutation(self.n)[:count] for count in counts])
        sides, total = np.repeat(np.arange(ends), counts), int(counts.sum())
        self.jacobians, self.rates = rng.normal(size=(2, total, 6))
        place = {"count": total, "ends": ends, "span": ends * width}
        if blocks.ends == MANY:  # other items come before
            place |= {"block": 5, "slopes": 3}
        self.row = np.zeros(1, LINKED).view(np.recarray)
        for name, value in place.items():
            self.row[name] = value
        columns = list(blocks.directions)
        self.J, self.H = np.zeros((2, ends * width, total))
        for c, side in enumerate(sides):
            part = slice(side * width, (side + 1) * width)
            self.J[part, c], self.H[part, c] = (a[c, columns] for a in (self.jacobians, self.rates))
        self._draw(rng, ends * width, k)
        size = self.n + k
        slots = np.arange(size * size).reshape(size, size)
        edges = [(slots[i, self.n + r], slots[self.n + r, i]) for i in self.index for r in range(k)]
        self.values = np.zeros(size * size)
        self.given = dict(
            table=self.row, columns=np.arange(total), sides=sides, coordinates=self.index,
            places=slots[np.ix_(self.index, self.index)].ravel(),
            edges=np.array(edges, int).ravel(), product=np.zeros(ends * width),
            motion_jacobians=self.jacobians, motion_rates=self.rates, values=self.values,
            rows=np.zeros(1, int), row_mass=rng.uniform(0.5, 2.0, max(k, 1)),
            cq=CQ, cv=CV, row_cq=ROW_CQ, row_cv=ROW_CV, v=rng.normal(size=self.n),
            constraint=np.zeros(max(k, 1)),
        )  # fmt: skip

    def _draw(self, rng, size: int, k: int) -> None:
        """Random blocks as the kernels read them, and in full."""
        blocks, width = self.blocks, self.blocks.width
        self.own, self.full = {}, {}
        names = ["stiffness"] * blocks.stiff + ["damping"] * blocks.damped
        for name in names:
            if blocks.relative:
                block = rng.normal(size=(width, width))
                self.full[name] = np.kron([[-1.0, 1.0], [1.0, -1.0]], block)
                self.own[name] = block[0, 0] if blocks.directions == COORDINATE else block
            else:
                self.full[name] = self.own[name] = rng.normal(size=(size, size))
        for name in ("gradient", "row_q", "row_v") if k else ():
            if blocks.relative:
                row = rng.normal(size=width)
                self.full[name], self.own[name] = np.concatenate([-row, row])[None], row
            else:
                self.full[name] = rng.normal(size=(k, size))
                single = blocks.directions == COORDINATE
                self.own[name] = self.full[name][0] if single else self.full[name]
        for name, array in self.own.items():
            before = np.full(5 if name in ("stiffness", "damping") else 3, np.nan)
            many = np.concatenate([before, array.ravel()])
            self.own[name] = many if blocks.ends == MANY else np.array([array])

    def run(self, kernel) -> None:
        given = {**self.given, **self.own}
        kernel(*(given[name.removesuffix("_out")] for name in argument_names(kernel)))

    def scattered(self, matrix: np.ndarray) -> np.ndarray:
        """Rows of the connector's own coordinates in those of the system."""
        spread = np.zeros((self.n, len(self.index)))
        spread[self.index, np.arange(len(self.index))] = 1.0
        return spread @ matrix


@pytest.mark.parametrize("form", FORMS)
def test_blocks_reach_the_matrix_through_jacobians(form):
    for seed in range(20):
        bench = Bench(FORMS[form], seed)
        bench.run(bench.blocks.through)
        J, H, full, k = bench.J, bench.H, bench.full, bench.blocks.equations
        size = bench.n + k
        wanted = np.zeros((size, size))
        slope = np.zeros((len(J), J.shape[1]))
        if bench.blocks.stiff:
            slope += full["stiffness"] @ (CQ * J)
        if bench.blocks.damped:
            slope += full["damping"] @ (CV * J + CQ * H)
        wanted[: bench.n, : bench.n] = bench.scattered(bench.scattered(-J.T @ slope).T).T
        if k:
            mass = bench.given["row_mass"]
            rows = (ROW_CQ * full["row_q"] + ROW_CV * full["row_v"]) @ J
            rows += ROW_CQ * full["row_v"] @ H
            columns = J.T @ full["gradient"].T
            wanted[: bench.n, bench.n :] = bench.scattered(columns * mass)
            wanted[bench.n :, : bench.n] = bench.scattered(rows.T * mass).T
        found = bench.values.reshape(size, size)
        assert np.abs(found - wanted).max() < 1e-13 * max(1.0, np.abs(wanted).max()), seed


@pytest.mark.parametrize("form", [form for form, blocks in FORMS.items() if blocks.equations])
def test_drift_is_the_acceleration_of_the_ends_without_that_of_the_coordinates(form):
    for seed in range(20):
        bench = Bench(FORMS[form], seed)
        bench.run(bench.blocks.drift)
        wanted = bench.full["gradient"] @ (bench.H @ bench.given["v"][bench.index])
        assert np.abs(bench.given["constraint"] - wanted).max() < 1e-13 * len(bench.H), seed


@pytest.mark.parametrize("form", [form for form, blocks in FORMS.items() if blocks.equations])
def test_slopes_in_numpy_are_those_of_the_kernels(form):
    for seed in range(20):
        bench = Bench(FORMS[form], seed)
        sides, width = bench.given["sides"], bench.blocks.width
        lines = np.repeat(bench.row, len(sides))
        arrays = {name: np.asarray(array) for name, array in bench.own.items()}
        found = bench.blocks.slopes(arrays, lines, sides)
        for c, side in enumerate(sides):
            wanted = bench.full["gradient"][:, side * width : (side + 1) * width]
            assert np.array_equal(found[c], wanted), (seed, c)
