"""SciPy's methods of optimization, each with what it can do.

Local methods work with numbers of the size 1, which their tolerances are made for: inner numbers
over their scale, and the objective over that of the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names
from linkwork.fitting.design import Design
from linkwork.fitting.objective import Limit
from linkwork.fitting.varied import Varied, random_of

Ended = tuple[str, bool]
"""How a method ended, and whether it has converged."""


class Way(NamedTuple):
    """A method of SciPy.

    search -- finds the optimum
    slopes, bounds, constraints -- whether it takes derivatives, bounds and constraints
    is_global -- whether it searches the whole range; is_vector -- whether it takes a vector
    tolerances -- options that replace its own, which leave smooth minima too early
    """

    search: Callable[[str, Design, Varied, Any, dict[str, Any]], Ended]
    slopes: bool = True
    bounds: bool = True
    constraints: bool = False
    is_global: bool = False
    is_vector: bool = False
    tolerances: Mapping[str, float] = MappingProxyType({})

    def check(
        self, name: str, varied: Varied, limits: list[Limit], gradient: Any, maximize: bool
    ) -> None:
        """Refuse what the method cannot do."""
        if limits and not self.constraints:
            able = ", ".join(other for other, way in METHODS.items() if way.constraints)
            raise ParameterError(f"method {name!r} takes no constraints; those that do: {able}")
        if gradient is not None and (not self.slopes or self.is_vector):
            able = ", ".join(o for o, way in METHODS.items() if way.slopes and not way.is_vector)
            raise ParameterError(f"method {name!r} takes no gradient; those that do: {able}")
        if self.is_vector and maximize:
            raise ParameterError(f"method {name!r} makes a sum of squares smallest, not largest")
        bounded = np.isfinite(varied.inner(varied.low)) & np.isfinite(varied.inner(varied.high))
        if self.is_global and not bounded.all():
            free = varied.names[int(np.argmin(bounded))]
            raise ParameterError(
                f"method {name!r} searches a whole range: give bounds of {free!r}, as in "
                f"{{{free!r}: (start, low, high)}}"
            )
        given = np.isfinite(varied.low) | np.isfinite(varied.high)
        if not self.bounds and given[~varied.is_log].any():
            held = varied.names[int(np.argmax(given & ~varied.is_log))]
            able = ", ".join(other for other, way in METHODS.items() if way.bounds)
            raise ParameterError(
                f"method {name!r} takes no bounds, but {held!r} has some (also by its own limits); "
                f"vary it by its logarithm ('log'), or choose one of {able}"
            )


def _scaled(varied: Varied) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Start, bounds and scale of the numbers that a method works with."""
    scale = np.where(varied.is_log, 1.0, varied.scale)
    start, low, high = (
        varied.inner(each) / scale for each in (varied.start, varied.low, varied.high)
    )
    return start, low, high, scale


def _minimize(
    name: str, design: Design, varied: Varied, seed: Any, options: dict[str, Any]
) -> Ended:
    from scipy.optimize import Bounds, NonlinearConstraint, minimize

    way, size = METHODS[name], abs(design.start) or 1.0
    start, low, high, scale = _scaled(varied)
    further: dict[str, Any] = {}
    if way.slopes:
        further["jac"] = lambda x: design.slope(x * scale) * scale / size
    if way.bounds:
        further["bounds"] = Bounds(low, high)
    if design.limits:
        own: dict[str, Any] = {}
        if way.slopes:
            own["jac"] = lambda x: design.slopes_of_limited(x * scale) * scale
        further["constraints"] = NonlinearConstraint(
            lambda x: design.limited(x * scale),
            [each.low for each in design.limits], [each.high for each in design.limits], **own,
        )  # fmt: skip
    tolerance = options.pop("tol", None)
    found = minimize(
        lambda x: design.objective(x * scale) / size, start, method=name, tol=tolerance,
        options={**way.tolerances, **options} if tolerance is None else options, **further,
    )  # fmt: skip
    return _ended(found)


def _least_squares(
    name: str, design: Design, varied: Varied, seed: Any, options: dict[str, Any]
) -> Ended:
    from scipy.optimize import least_squares

    start, low, high, scale = _scaled(varied)
    found = least_squares(
        lambda x: design.vector(x * scale), start,
        lambda x: design.slopes_of_vector(x * scale) * scale, bounds=(low, high),
        **{"x_scale": "jac", **options},
    )  # fmt: skip
    return _ended(found)


def _differential_evolution(
    name: str, design: Design, varied: Varied, seed: Any, options: dict[str, Any]
) -> Ended:
    from scipy.optimize import NonlinearConstraint, differential_evolution

    start, low, high, scale = _scaled(varied)
    further: dict[str, Any] = {}
    if design.limits:
        further["constraints"] = NonlinearConstraint(
            lambda x: _columns(design, x, scale),
            [each.low for each in design.limits], [each.high for each in design.limits],
        )  # fmt: skip
    chosen = {"polish": False, "vectorized": True, "updating": "deferred", **options}
    found = differential_evolution(
        lambda x: design.objectives((x.T * scale).T), list(zip(low, high, strict=True)),
        x0=start, **random_of(seed), **chosen, **further,
    )  # fmt: skip
    return _ended(found)


def _columns(design: Design, places: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Values of constraints at one place or at many, one per column."""
    if places.ndim == 1:
        return design.limited(places * scale)
    inner = [place * scale for place in places.T]
    design.many(inner)
    return np.column_stack([design.limited(u) for u in inner])


def _dual_annealing(
    name: str, design: Design, varied: Varied, seed: Any, options: dict[str, Any]
) -> Ended:
    from scipy.optimize import dual_annealing

    start, low, high, scale = _scaled(varied)
    found = dual_annealing(
        lambda x: design.objective(x * scale), list(zip(low, high, strict=True)),
        x0=start, **random_of(seed), **options,
    )  # fmt: skip
    return _ended(found)


def _shgo(name: str, design: Design, varied: Varied, seed: Any, options: dict[str, Any]) -> Ended:
    from scipy.optimize import shgo

    _, low, high, scale = _scaled(varied)
    constraints = []
    for k, each in enumerate(design.limits):
        if np.isfinite(each.low):
            constraints.append(
                {"type": "ineq", "fun": lambda x, k=k, a=each.low: design.limited(x * scale)[k] - a}
            )
        if np.isfinite(each.high):
            constraints.append(
                {
                    "type": "ineq",
                    "fun": lambda x, k=k, b=each.high: b - design.limited(x * scale)[k],
                }
            )
    found = shgo(
        lambda x: design.objective(x * scale), list(zip(low, high, strict=True)),
        constraints=constraints or None, **options,
    )  # fmt: skip
    return _ended(found)


def _ended(found: Any) -> Ended:
    message = found.message if isinstance(found.message, str) else " ".join(map(str, found.message))
    text = " ".join(message.split()).rstrip(".")
    return ("converged", True) if found.success else (text, False)


METHODS: dict[str, Way] = {
    "L-BFGS-B": Way(_minimize, tolerances={"ftol": 1e-13, "gtol": 1e-8}),
    "SLSQP": Way(_minimize, constraints=True, tolerances={"ftol": 1e-11}),
    "trust-constr": Way(_minimize, constraints=True),
    "TNC": Way(_minimize),
    "BFGS": Way(_minimize, bounds=False),
    "CG": Way(_minimize, bounds=False),
    "Nelder-Mead": Way(_minimize, slopes=False),
    "Powell": Way(_minimize, slopes=False),
    "COBYLA": Way(_minimize, slopes=False, constraints=True),
    "COBYQA": Way(_minimize, slopes=False, constraints=True),
    "least_squares": Way(_least_squares, is_vector=True),
    "differential_evolution": Way(
        _differential_evolution, slopes=False, constraints=True, is_global=True
    ),
    "dual_annealing": Way(_dual_annealing, slopes=False, is_global=True),
    "shgo": Way(_shgo, slopes=False, constraints=True, is_global=True),
}


def method_named(name: str | None, is_constrained: bool) -> str:
    """The name of a method, in SciPy's spelling."""
    if name is None:
        return "SLSQP" if is_constrained else "L-BFGS-B"
    for known in METHODS:
        if isinstance(name, str) and name.lower() == known.lower():
            return known
    near = near_names(str(name), list(METHODS))
    hint = f"did you mean {near[0]!r}?" if near else f"methods are {', '.join(METHODS)}"
    raise ParameterError(f"there is no method {shown(name)}; {hint}")
