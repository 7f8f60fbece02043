"""Every solver has its order on every kind of nodes, in a model with a joint in space."""

import pytest

from tests.cases import looped

from .precision import METHODS, observed, run
from .spatial_models import KINDS
from .table import ORDERS_BEGIN, ORDERS_END, PAGE

pytestmark = pytest.mark.processors

NEAR = 0.15


@pytest.mark.parametrize("kind", KINDS)
@looped("method", METHODS, ids=[method.name for method in METHODS])
def test_order_of_convergence(method, kind):
    runs = [run(method, kind, steps) for steps in (method.steps // 2, method.steps)]
    assert observed(runs) == pytest.approx(method.order, abs=NEAR)


def test_the_page_shows_these_orders():
    table = PAGE.read_text().split(ORDERS_BEGIN)[1].split(ORDERS_END)[0]
    rows = [line.strip("| ").split(" | ") for line in table.strip().splitlines()[2:]]
    assert [row[0] for row in rows] == [method.name for method in METHODS]
    for row, method in zip(rows, METHODS, strict=True):
        assert [float(word) for word in row[2:5]] == pytest.approx([method.order] * 3, abs=NEAR)
