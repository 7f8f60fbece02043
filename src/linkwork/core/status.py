"""Status codes of kernels and solvers, and their texts.

A kernel returns 0 (or nothing) on success, else `fail(code, number)` with the number of the item
that caused the failure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from linkwork.core.errors import SysError

OK = 0
ZERO_LENGTH = 1
ZERO_DISTANCE = 2
GRAVITY_SINGULAR = 3
USER_FUNCTION = 4
LYING_DISC = 5
GIMBAL_LOCK = 6
REVERSED = 7
TABLE_END = 8
ZERO_SLOPE = 9
CENTER_ON_CABLE = 10
EMPTY_CHAMBER = 11
NO_TANGENT = 12
SLACK_LENGTH = 13
CABLE_END = 14
OFF_CABLE = 15
NEWTON_FAILED = 16
NOT_FINITE = 17
SINGULAR = 18
CHANGED = 19
STOPPED = 20
RECORD_FULL = 21
PROJECTION_FAILED = 22
STEP_TOO_SMALL = 23
EVENT = 24
CHECKPOINT = 25
SENSED_NOT_FINITE = 26
NEW_LAYOUT = 27
SWITCHED = 28
SMALLER_STEP = 29
NOT_REDUNDANT = 30
REFUSED = 31
OFF_SHEAVE = 32

_ITEM_SHIFT = 256

TEXTS = {
    ZERO_LENGTH: (
        "the markers coincide (L = 0) while the force of the spring or damper is not zero: its "
        "direction is undefined; keep the markers apart, or use a CartesianSpringDamper, which "
        "needs no direction"
    ),
    ZERO_DISTANCE: (
        "the markers coincide (distance 0): the direction of the constraint force is undefined; "
        "check the positions of the markers"
    ),
    GRAVITY_SINGULAR: (
        "the markers coincide (L = 0) and minDistanceRegularization d_min is 0: the force is "
        "infinite; set minDistanceRegularization > 0, or keep the bodies apart"
    ),
    USER_FUNCTION: "a user function failed",
    LYING_DISC: (
        "the disc lies flat in its plane (discAxis is parallel to planeNormal): it has no single "
        "contact point; start it upright or tilted, and end the run before it falls flat"
    ),
    GIMBAL_LOCK: (
        "its second angle passes +-pi/2 while the body also turns about other axes (gimbal lock): "
        "there the first and the third angle have the same axis and jump, and the steps do not "
        "resolve this; use a NodeRigidBodyEP or a NodeRigidBodyRotVecLG"
    ),
    REVERSED: (
        "the search for its positions leads to a pose with a reversed axis, in which its equations "
        "hold, too; start closer to the intended pose, or use smaller steps"
    ),
    TABLE_END: (
        "the time is outside of its table, which beyond = 'error' forbids; extend the table, "
        "shorten the run, or choose beyond 'hold' or 'periodic'"
    ),
    ZERO_SLOPE: (
        "the slope of the cable vanishes at a point, where it has no direction: the element is "
        "folded or squeezed to nothing; use smaller steps or load steps, more elements, or a "
        "larger physicsBendingStiffness"
    ),
    CENTER_ON_CABLE: (
        "the cable passes through the center of the circle, where the contact force has no "
        "direction; use smaller steps, a larger contactStiffness, or start outside of the circle"
    ),
    CABLE_END: (
        "it slides beyond an end of its cables; list more cables in slidingMarkerNumbers, end the "
        "run before, for example by a SensorEvent of its SlidingCoordinate, or stop the body by a "
        "spring"
    ),
    OFF_CABLE: (
        "no point of its cable is closest to its body, which is too far away from the cable for "
        "its curvature; start with the body on the cable, check the data coordinates of its node "
        "(element and arc length), and use smaller steps"
    ),
    EMPTY_CHAMBER: (
        "a chamber of the actuator has no volume left (V_0 = hoseVolume0 + chamberCrossSection0 "
        "stroke, or V_1 on the rod side, is not positive): the piston is beyond the end of the "
        "cylinder; check offsetLength and strokeLength, add limit stops, or close valves in time"
    ),
    NO_TANGENT: (
        "two neighboring sheaves overlap, or an end of the rope lies inside a sheave: they have no "
        "common tangent; check sheavesRadii, sheavesAxes and the positions of the markers"
    ),
    SLACK_LENGTH: (
        "the unstretched length of the rope is not positive: all of it has been wound up; check "
        "referenceLength, coordinateFactors and the coordinates"
    ),
    OFF_SHEAVE: (
        "the rope leaves the sheave, or winds round it by a whole turn: the angle of its arc "
        "passes 0 or 2 pi, where its length would jump; end the run before, keep the sheave where "
        "the rope touches it, use smaller steps or load steps if it does, or leave it out"
    ),
    NEWTON_FAILED: (
        "Newton's method did not converge; use more steps (timeIntegration.numberOfSteps), check "
        "whether the step size suits the stiffness, or use full Newton (newton.useModifiedNewton "
        "= False)"
    ),
    NOT_FINITE: (
        "a residual or the state is not finite or beyond newton.maximumSolutionNorm; the step "
        "may be too large for the stiffness (explicit solvers), or the model is unstable"
    ),
    SINGULAR: (
        "the system matrix is singular; check for nodes without mass and for redundant or "
        "conflicting constraints"
    ),
    PROJECTION_FAILED: (
        "the positions could not be projected onto the constraints; use smaller steps "
        "(timeIntegration.numberOfSteps), and check for conflicting constraints"
    ),
    STEP_TOO_SMALL: (
        "the error of a step exceeds the tolerances, and smaller steps are not allowed; increase "
        "timeIntegration.absoluteTolerance or relativeTolerance, reduce minimumStepSize, or check "
        "for jumps and singular forces"
    ),
    SMALLER_STEP: (
        "an item or the post-Newton function recommends a smaller step than allowed; reduce "
        "timeIntegration.minimumStepSize, or set discontinuous.useRecommendedStepSize = False"
    ),
    NOT_REDUNDANT: (
        "equations that followed from the other constraints before do not any more; look for "
        "constraints that contradict each other, or start at another position"
    ),
    REFUSED: (
        "a run cannot begin with its values: an item refuses one of them, or the system cannot be "
        "started; set them alone to see why"
    ),
    SENSED_NOT_FINITE: "a value is not finite; it overflows because the state is too large",
}


FAMILIES: dict[int, str] = {GIMBAL_LOCK: "node"}
"""Family of the items that a code refers to, if they are not objects."""

_OWN_CODES = range(128, _ITEM_SHIFT)
"""Codes of items that are declared outside the package."""


def failure(text: str, family: str = "object") -> int:
    """A new code for `fail` with this text; the same text has the same code.

    family -- "load" if a load returns it
    """
    for code in _OWN_CODES:
        if TEXTS.setdefault(code, text) == text and FAMILIES.setdefault(code, family) == family:
            return code
    raise SysError(
        f"there are already {len(_OWN_CODES)} user-defined failures, no code is left for {text!r}; "
        "use the same text for failures of the same kind"
    )


def fail(code, number):
    """Status that names an item; used inside kernels."""
    return code + _ITEM_SHIFT * (number + 1)


def decode(status: int) -> tuple[int, int | None]:
    """(code, item number or None) of a status."""
    if status < 0:
        return int(status), None
    number, code = divmod(int(status), _ITEM_SHIFT)
    return code, number - 1 if number > 0 else None


class Failure(NamedTuple):
    """Contents of a status.

    number -- of the item that caused it, None if there is none; text -- what is wrong, and after
    the last semicolon what to do
    """

    code: int
    number: int | None
    text: str

    @property
    def family(self) -> str:
        """Family of the item."""
        return FAMILIES.get(self.code, "object")

    @property
    def names_item(self) -> bool:
        """Whether the item is known; user functions of all families have one code."""
        return self.number is not None and self.code != USER_FUNCTION

    def label(self, items: Mapping[str, Sequence[Any]]) -> str:
        """Label of the item; items -- those of the model by family."""
        assert self.number is not None
        return str(items[self.family][self.number].label(self.number))


def failure_of(status: int) -> Failure:
    """The contents of a status that is not OK."""
    code, number = decode(status)
    return Failure(code, number, TEXTS.get(code, f"internal status {status}"))
