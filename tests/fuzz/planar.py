"""Random models of the planar front end."""

import random
import traceback
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import linkwork as exu
from linkwork import planar as lw
from tests.fuzz.values import ABSURD, NO_VALUE

SOLVERS = ["RK4", "FwdEuler", "CentralDifference", *(s.name for s in exu.DynamicSolverType)]
ARRAYS = ("position_array", "velocity_array", "acceleration_array")


class Maker:
    """Draws models with a share of absurd numbers."""

    def __init__(self, r: Any) -> None:
        self.r = r
        self.wildness = r.choice([0.0, 0.0, 0.1, 0.4])

    def number(self, *usual: float) -> Any:
        if self.r.random() < self.wildness:
            return self.r.choice(NO_VALUE if self.r.random() < 0.1 else ABSURD)
        return self.r.choice(usual)

    def flags(self) -> Any:
        return tuple(self.r.random() < 0.2 for _ in range(3))

    def body(self, number: int) -> Any:
        kind = self.r.choice([lw.Disc, lw.Circle, lw.Semicircle, lw.Ellipse, lw.RigidBody])
        shape = {"R": self.number(1.0, 0.5)}
        if kind is lw.Ellipse:
            shape = {"a": self.number(1.0, 2.0), "b": self.number(0.5)}
        if kind is lw.RigidBody:
            shape["I"] = self.number(0.5, 2.0)
        made = kind(
            ID=number, m=self.number(1.0, 2.0), dof_constraint=self.flags(),
            cm=tuple(self.number(x) for x in (2.0 * number + self.r.random(), 0.5, 0.0)), **shape,
        )  # fmt: skip
        held = made.dof_constraint
        speeds = (0.0 if held[k] else self.number(0.0, 0.5) for k in range(3))
        made.initial_conditions(v=tuple(speeds))
        return made

    def spring(self, bodies: list[Any]) -> Any:
        parent = self.r.choice(bodies)
        child = self.r.choice([body for body in (*bodies, None) if body is not parent])
        common = dict(
            k=self.number(100.0, 10.0), c=self.number(0.0, 1.0), p=self.number(0.0, 1.0),
            parent=parent, child=child, track_force=self.r.random() < 0.5,
        )  # fmt: skip
        if self.r.random() < 0.3:
            return lw.RotationalSpringDamper(**common)
        kind = self.r.choice(["Linear", "Linear", "Tensile", "Compressive", "Tabular"])
        form = self.r.choice(["axial", "axial", "bushing"]) if kind == "Linear" else "axial"
        if form == "bushing":
            common["p"] = 0.0
        curve = [[-1.0, self.number(-5.0)], [0.0, 0.0], [self.number(1.0), self.number(5.0)]]
        return lw.LinearSpringDamper(
            **common, type=kind, curve=curve if kind == "Tabular" else None,
            parent_pos=(self.number(0.0, 0.25), self.number(0.0, 0.1)),
            child_pos=(self.number(0.0, 3.0), 0.0), l0=self.r.choice([None, self.number(1.0)]),
            mu=(self.number(0.0, 0.1), 0.0), release=self.r.choice(["project", "mask"]),
            formulation=form,
            damping=self.r.choice(["isotropic", "axial"]), dof_constraint=self.flags(),
            extrapolate=self.r.choice(["hold", "linear"]), no_adhesion=self.r.random() < 0.2,
        )  # fmt: skip

    def condition(self, config: Any, bodies: list[Any]) -> Any:
        body, dof, size = self.r.choice(bodies), self.r.randrange(3), self.number(1.0, -0.5)
        size = size if isinstance(size, float) else 1.0
        with np.errstate(all="ignore"):
            course = size * config.times
        f = self.r.choice([lambda t: size * t, course, size, lambda t: None, [1.0]])
        kind = self.r.choice([lw.Force, lw.Displacement, lw.Gravity, lw.UniformField])
        if kind is lw.Gravity:
            return kind(config, size)
        if kind is lw.UniformField:
            return kind(config, (size, 0.0))
        return kind(config, f, body, dof)


MOST = 5000
"""Steps after which a run is given up: stiff models may need any number of them."""

_solve = exu.MainSystem.SolveDynamic


def _solve_some(mbs: Any, *given: Any, **named: Any) -> Any:
    """SolveDynamic that fails after MOST steps."""
    calls = [0]

    def count(mbs: Any, t: float) -> bool:
        calls[0] += 1
        if calls[0] > MOST:
            raise RuntimeError("enough")
        return True

    if mbs.GetPreStepUserFunction() == 0:
        mbs.SetPreStepUserFunction(count)
    return _solve(mbs, *given, **named)


def fault_of(seed: int) -> tuple[str, bool]:
    """(what is wrong with the model of a seed, whether it was solved)"""
    maker = Maker(random.Random(seed))
    few = mock.patch.object(exu.MainSystem, "SolveDynamic", _solve_some)
    with warnings.catch_warnings(), few:
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)
        try:
            config = lw.RunConfiguration(
                n_timesteps=maker.number(20, 5, 50),
                termination_time=maker.number(0.1, 0.01, 0.5),
                solver_type=maker.r.choice(SOLVERS),
            )
            bodies = [maker.body(number) for number in range(maker.r.choice([1, 2, 3]))]
            springs = [maker.spring(bodies) for _ in range(maker.r.choice([0, 1, 2, 4]))]
            bcs = [maker.condition(config, bodies) for _ in range(maker.r.choice([0, 0, 1, 2]))]
            solver = lw.Solver(bodies, springs, config, bcs, verbose=False).solve()
        except (exu.SysError, ValueError, TypeError) as error:
            return _foreign(error), False
        except Exception as error:
            return _foreign(error) or f"foreign: {type(error).__name__}: {error}", False
        for name in ARRAYS:
            values = getattr(solver, name)
            if not np.all(np.isfinite(values)) or len(values) != config.n_timesteps:
                return f"nan: {name}, or not {config.n_timesteps} rows", True
        for spring in springs:
            if spring.track_force and not np.all(np.isfinite(spring.forcehist)):
                return "nan: forcehist", True
    return "", True


def _foreign(error: Exception) -> str:
    """An error of another library, or of Python inside of ours; those of ours are raised by us."""
    if isinstance(error, exu.SysError):
        return "" if str(error) else "nameless: an empty error"
    inner = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(inner.filename).name}:{inner.lineno}"
    if "planar" in inner.filename and (inner.line or "").startswith("raise"):
        return ""
    return f"foreign: {type(error).__name__} at {place}: {error}"[:500]
