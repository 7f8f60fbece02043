"""A user-defined item, compared with the same law as a built-in item and with a spring."""

import importlib.util
import math
from pathlib import Path
from typing import Any

from benchmarks.user_functions import Contest, Side
from linkwork.bench.engine import Engine, Run, make_settings, new_system, node_positions
from linkwork.connectors.connector import PairConnector
from linkwork.core.declare.item import define, parameter
from linkwork.core.declare.parameters import PReal, UReal
from linkwork.math.vec3 import add_scaled, dot, sub, unit

MASSES, SPACING, MASS, WEIGHT = 20, 0.1, 0.1, 1.0  # , m, kg, N
LAW = dict(sliding=0.5, breakaway=0.8, stribeck=0.1, smoothing=0.05, damping=0.2)


def _example() -> Any:
    """The class of the example, from its file."""
    path = Path(__file__).parents[1] / "examples" / "friction_damper.py"
    spec = importlib.util.spec_from_file_location("friction_damper", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.FrictionDamper


class BuiltInFriction(PairConnector):
    """The law of the example, declared like SpringDamper, without `linkwork.extend`."""

    type_name = "BuiltInFriction"
    sliding: float = parameter(0.0, UReal, symbol="F_c", unit="N", doc="friction of fast sliding")
    breakaway: float = parameter(0.0, UReal, symbol="F_s", unit="N", doc="static friction")
    stribeck: float = parameter(0.1, PReal, symbol="v_s", unit="m/s", doc="Stribeck velocity")
    smoothing: float = parameter(1e-3, PReal, symbol="v_0", unit="m/s", doc="velocity of smoothing")
    damping: float = parameter(0.0, UReal, symbol="d", unit="N s/m", doc="viscous damping")


def _geometry(e, markers):
    m0, m1 = markers[e.m0], markers[e.m1]
    L, v_f = unit(sub(m1.p, m0.p))
    dv = sub(m1.v, m0.v)
    return L, v_f, dv, dot(v_f, dv)


def _friction(e, w):
    return e.F_c + (e.F_s - e.F_c) * math.exp(-((w / e.v_s) ** 2))


def residual(table, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, v_f, dv, w = _geometry(e, markers)
        F = _friction(e, w) * math.tanh(w / e.v_0) + e.d * w
        add_scaled(marker_force_out, e.m0, F, v_f)
        add_scaled(marker_force_out, e.m1, -F, v_f)
    return 0


def jacobian(table, markers, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        L, v_f, dv, w = _geometry(e, markers)
        size, side = _friction(e, w), math.tanh(w / e.v_0)
        F = size * side + e.d * w
        slope = size * (1.0 - side * side) / e.v_0 + e.d
        slope -= 2.0 * w / e.v_s**2 * (size - e.F_c) * side
        for r in range(3):
            for c in range(3):
                along = v_f[r] * v_f[c]
                across = ((1.0 if r == c else 0.0) - along) / L
                turning = v_f[r] * (dv[c] - w * v_f[c]) / L
                stiffness_out[i, r, c] = F * across + slope * turning
                damping_out[i, r, c] = slope * along
    return 0


define(BuiltInFriction, residual, jacobian)


def chain(engine: Engine, steps: int, damper: Any, solver: str, **law: Any) -> Run:
    """Masses on springs with a damper parallel to each, horizontal at rest, falling."""
    items = engine.items
    container, system, previous = new_system(engine)
    nodes = []
    for k in range(MASSES):
        node = system.AddNode(items.NodePoint2D(referenceCoordinates=[SPACING * (k + 1), 0]))
        system.AddObject(items.MassPoint2D(nodeNumber=node, physicsMass=MASS))
        marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
        ends = [previous, marker]
        spring = items.SpringDamper(markerNumbers=ends, referenceLength=SPACING, stiffness=2000.0)
        system.AddObject(spring)
        system.AddObject(damper(markerNumbers=ends, **law))
        system.AddLoad(items.Force(markerNumber=marker, loadVector=[0, -WEIGHT, 0]))
        nodes.append(node)
        previous = marker
    system.Assemble()
    settings = make_settings(engine, steps, 1e-4, unknowns=2 * MASSES)
    chosen = getattr(engine.exu.DynamicSolverType, solver)
    return Run(system, settings, chosen, node_positions(engine, system, nodes), container)


def _side(name: str, damper: Any, solver: str) -> Side:
    return Side(name, lambda engines, steps: chain(engines[0], steps, damper, solver, **LAW))


def _plain(solver: str) -> Side:
    """The same chain with linear dampers: the engine without the law."""

    def build(engines: tuple[Engine, Engine], steps: int) -> Run:
        damper = engines[0].items.SpringDamper
        return chain(engines[0], steps, damper, solver, damping=5.0)

    return Side("SpringDamper", build, same=False)


def contests() -> tuple[Contest, ...]:
    """The example's item and the same law as a built-in one, implicit and explicit."""
    example = _example()
    return tuple(
        Contest(
            name, title, 1e-4, 5000,
            (
                _side("user's item", example, solver),
                _side("built in", BuiltInFriction, solver),
                _plain(solver),
            ),
            tolerance=1e-6, newton=newton,
        )
        for name, title, solver, newton in (
            ("own-item", "chain of 20 friction dampers", "GeneralizedAlpha", ("full", "modified")),
            ("own-item-rk44", "the same, RK44", "RK44", ()),
        )
    )  # fmt: skip
