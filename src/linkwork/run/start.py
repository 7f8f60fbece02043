"""The start of a run in time: a consistent state, its accelerations, and the first row."""

from __future__ import annotations

from functools import partial

from linkwork.core.errors import SysError
from linkwork.core.status import OK, SINGULAR
from linkwork.events.sensor_events import SensorEvents
from linkwork.restart.checkpoint import Checkpoints
from linkwork.results.jumps import PRE_STEP
from linkwork.run.balance import Balance
from linkwork.run.compatible_start import start_as_given
from linkwork.run.consistent_start import judge_composed, make_consistent
from linkwork.run.context import RunContext
from linkwork.run.doubts import warn_of_doubts
from linkwork.run.failures import trouble_of
from linkwork.run.functions.slopes import warn_of_wrong_slopes
from linkwork.run.partners import search_partners, secure_pivots
from linkwork.run.scheme import Scheme

FINE = 2.0**-6
"""Part of the largest step with which functions in time are differentiated at the start of a run
with steps of automatic size: the first of them may be so small that it sees errors of velocities,
which no smaller step removes."""


class RunStart:
    """Turns the initial values of a system into a state from which steps can begin.

    continued -- the initial values are the end of another run
    """

    def __init__(
        self, context: RunContext, scheme: Scheme, balance: Balance, events: SensorEvents,
        checkpoints: Checkpoints, continued: bool,
    ) -> None:  # fmt: skip
        self._context, self._scheme, self._balance = context, scheme, balance
        self._events, self._checkpoints, self._continued = events, checkpoints, continued
        self._compatible = bool(context.settings.compatibility)
        self._starts_singular = False

    def renew(self, continued: bool) -> None:
        """Before the run is repeated: where its initial values come from."""
        self._continued = continued

    def take(self) -> None:
        """Find consistent positions, velocities and accelerations; record the first row."""
        context, scheme = self._context, self._scheme
        if self._checkpoints.prepare():
            self._continued = context.model.mbs.systemData.initial_is_result
        if not search_partners(context):
            secure_pivots(context)
        status = self._balance.weigh()
        self._starts_singular = status == SINGULAR and self._compatible and scheme.is_implicit
        if self._starts_singular:
            status = OK
        if status == SINGULAR:
            trouble = trouble_of(context.model, context.data)
            text = trouble or context.equations.describe_singular()
            raise SysError(f"the system cannot be started: {text}")
        context.demand(status)
        h = context.h
        if self._scheme.is_automatic:
            context.data.scalars.h = FINE * h
        self._meet_constraints()
        warn_of_doubts(context)
        if context.model.functions.are_compiled():
            context.functions.compare(self._scheme.watching)
        self._find_accelerations()
        self._scheme.set_step(h)
        self._events.take_sides()
        if context.at_start is not None:
            context.at_start()
        self._record()
        context.data.scalars.changed = 0
        jumps = context.recording.jumps
        context.model.mbs.systemData.before_change = partial(jumps.begin, PRE_STEP)
        self._checkpoints.begin()

    def _meet_constraints(self) -> None:
        """Project positions and velocities onto the constraints; check constraint functions."""
        context, scheme = self._context, self._scheme
        model, equations = context.model, context.equations
        scheme.look_at_functions(equations, context.settings)
        context.constraint_level = scheme.constraint_level
        if model.n_ae and not self._compatible:
            s = context.data.scalars
            held, s.branches_held, s.frozen = s.branches_held, 0, 0  # the state decides on them
            judge_composed(equations, self._continued)
            make_consistent(equations, context.demand, self._continued)
            s.branches_held = held
            self._balance.drop_low_parts()
            if model.functions.bound and not self._continued:
                warn_of_wrong_slopes(model, context.data)

    def _find_accelerations(self) -> None:
        context, data, scheme = self._context, self._context.data, self._scheme
        if self._compatible:
            start_as_given(context, scheme, self._balance, self._starts_singular)
            return
        chosen = context.time.generalizedAlpha
        if chosen.computeInitialAccelerations or not scheme.is_implicit:
            self._balance.accelerate()
            return
        if chosen.resetAccelerations:
            data["a"][:] = 0.0
        if context.model.n_ode1 or scheme.locates_events or len(data["post_calls"]):
            s = data.scalars
            held, s.branches_held, s.frozen = s.branches_held, 0, 0
            context.demand(context.equations.initial_rates())  # updates the branches, too
            s.branches_held = held

    def _record(self) -> None:
        """Record the first row of states and sensors, if requested and not there yet."""
        context, s = self._context, self._context.data.scalars
        initial = context.settings.solutionSettings.writeInitialValues
        for calls, due, period in (
            ("record_calls", "next_record", "record_period"),
            ("sensor_calls", "next_sensor", "sensor_period"),
        ):
            if initial and getattr(s, due) <= s.t:
                context.demand(context.equations.run(calls))
            elif calls == "sensor_calls":
                context.demand(context.recording.look(context.equations.run))
            if initial or not self._compatible:  # Exudyn then records the first step
                setattr(s, due, getattr(s, due) + getattr(s, period))
