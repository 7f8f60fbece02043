"""Record dtypes and the names of kernel arguments.

A kernel is a plain function; the names of its arguments determine what it receives (`entry.py`):

    table            the rows of its item type
    <frame scalar>   one number of the system, e.g. t
    <frame array>    one array of the system, e.g. markers
    <own array>      one array of the item type, e.g. slots (declared by the type, `Item.own`)
    <pool>           memory of the item type that its rows share (`Item.pools`)
    <group>          several arrays of the system under one name, e.g. state (`GROUPS`), for solvers
    frame            the whole frame record, for integrators, which set its scalars
    <name>_out       the same array, for a kernel that writes it

A new argument is one line here.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

f8, i4, i8, u4, u8 = np.float64, np.int32, np.int64, np.uint32, np.uint64
# u8 is for columns that are only indices: Numba then needs no check for negative values. Sums with
# an i8 would become floats.
MAX_OWN = 14
"""Number of own arrays an item type may have."""

MAX_POOLS = 12
"""Number of pools an item type may have."""


def record(*fields: tuple) -> np.dtype:
    """Record dtype whose fields are attributes, both compiled and in plain Python."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


MARKER = record(("p", f8, 3), ("p_low", f8, 3), ("v", f8, 3), ("mass", f8))
"""State of a position marker: position [m] and its rounding error, velocity [m/s], mass of its body
[kg] (BodyMass)."""

ROTATION = record(
    ("R", f8, (3, 3)), ("R_low", f8, (3, 3)), ("omega", f8, 3), ("arm", f8, 3), ("angle", f8)
)  # fmt: skip
"""Rotation of a marker: matrix from its axes to the global ones and its rounding errors (in models
with constraints), angular velocity [rad/s], vector from the center of rotation (the node) to the
marker [m], both in global axes; for markers that turn about z their angle, not wrapped [rad]."""

CALL = record(
    ("code", i8),
    ("table", i8),
    ("rows", i8),
    ("own_rows", i8),
    ("requests", i8),
    ("n_requests", i8),
    ("locals", i8),
    *((f"own{k}", i8) for k in range(MAX_OWN)),
    *((f"{part}pool{k}", i8) for k in range(MAX_POOLS) for part in ("", "n_")),
)
"""One kernel call over one table: address of the code, of the rows, of the type's own arrays and
of its pools, the latter with their lengths.

own_rows -- entries of the own arrays: as many as rows, unless the call runs over a separate list
requests, locals -- for sensors only: (row, output variable, place) and local position of each
"""

PART_BOUNDS = record(
    *((name, u4) for name in ("equation_row", "rate_row", "last_row")),
    *((name, u4) for name in ("still_marker", "last_marker")),
)
"""Where a connected part ends in `part_rows`, where its equations and first-order unknowns begin;
where it ends in `part_markers`, and where markers that do not move begin. It begins where the part
before it ends."""

PART = record(
    *((name, f8) for name in ("forces", "equations", "rates")),  # numbers of its rows
    *((name, f8) for name in ("load", "typical")),  # sums of squares of forces, of rates,
    *((name, f8) for name in ("force", "equation", "rate")),  # of the residuals of its rows,
    *((name, f8) for name in ("force_limit", "equation_limit", "rate_limit")),  # and their limits
    *((name, f8) for name in ("moved", "moved_value", "position", "value")),
)
"""A connected part of a model in Newton's method (`integrators/parts_judge.py`)."""

FRONT = record(
    *((name, i8) for name in ("first", "pivots", "height", "panel", "upper")),
    *((name, i8) for name in ("update", "rows", "child", "sibling")),
)
"""A dense front of the multifrontal solver (`linear/fronts/multifrontal.py`)."""

FRAME_SCALARS: dict[str, type] = dict(
    t=f8,  # time of the current evaluation [s]
    cq=f8,  # d(position) / d(unknown acceleration)
    cv=f8,  # d(velocity) / d(unknown acceleration)
    ca=f8,  # d(acceleration) / d(unknown acceleration)
    cy=f8,  # d(first-order coordinate) / d(its unknown rate): h/2 in an implicit step, else 0
    row_cq=f8,  # the same pair for constraint rows, divided by the scaling of these rows
    row_cv=f8,
    level=i8,  # constraint equations: 0 position, 1 velocity, 2 terms of c'' without C_q a
    row_scale=f8,  # constraint residuals are multiplied by this and by the row's mass
    t_base=f8,  # fixed steps: t = t_base + steps_base * h, free of summed rounding
    steps_base=i8,
    h=f8,  # step size [s]
    simplified=i8,  # implicit steps compose one increment
    bend=f8,  # an increment is composed as increment + bend turning x increment
    quick_stages=i8,  # nothing reads q of composed coordinates, or low parts, within a step
    in_stage=i8,  # composing a stage needs poses alone, without their low parts
    h_wanted=f8,  # step size that an integrator shall change to, by call 1 of `step_calls`
    steps_wanted=i8,  # steps of this chunk
    steps_done=i8,
    newton_iterations=i8,  # this and the next four: COUNTERS
    jacobians=i8,
    factorizations=i8,  # of any matrix; the kernels `factor` count them
    fallbacks=i8,  # factorizations that needed full pivoting
    force_evaluations=i8,
    callback_ticks=i8,  # timed runs: clock ticks spent in functions that are called back
    factor_valid=i8,  # the factors are those of the present h (explicit: of the present q)
    zero_pivot=f8,  # pivots up to this size count as singular
    slowest=i8,  # largest number of Newton iterations of a step in this chunk
    modified_newton=i8,
    single_update=i8,  # one linear solve per step instead of Newton's method
    excess=f8,  # updates beyond one per step since the last factorization
    refresh_cost=f8,  # cost of a new factorization, in updates
    max_iterations=i8,
    max_modified_iterations=i8,
    max_modified_restarts=i8,
    jacobian_per_step=i8,
    relative_tolerance=f8,  # of Newton's method
    absolute_tolerance=f8,
    error_relative=f8,  # tolerances of the error of a step if its size is automatic
    error_absolute=f8,
    contractivity=f8,
    max_norm=f8,
    index2=i8,  # implicit solvers: constraints at velocity level
    pre_step=i8,  # address of the pre-step callback, 0: none
    pre_step_done=i8,  # the callback of this step has been called before the chunk began
    search_done=i8,  # items have searched for partners in this step
    fused=i8,  # address of the steps of a small model in one function, 0: there are none
    fused_pause=i8,  # steps without a call of it after it has taken few steps,
    fused_wait=i8,  # and those that are left
    fused_steps=i8,  # steps that it has taken in this run
    stop_after=i8,  # set by the callback: this step is the last
    moved=f8,  # largest change of a projection outside of steps
    project_drift=i8,  # project positions onto the constraints after each implicit step
    changed=i8,  # what was changed before the step, bits of `integrators/changes.py`
    since_change=i8,  # steps since a change of the forces was last looked at
    change_a=f8,  # size of that change of accelerations
    change_y=f8,  # and of the rates of first-order coordinates
    mass_pivot=f8,  # zero_pivot of the matrix of M and C_q
    t_start=f8,  # start of the run
    next_record=f8,  # times of the next rows of the recorders
    next_sensor=f8,
    watch=i8,  # sensors are read after every step, for extremes and integrals
    joined=i8,  # sensors are recorded with the states, too
    between=i8,  # they are being read between two rows: nothing is recorded
    next_checkpoint=f8,  # return to the driver before a step that begins at this time or later
    record_period=f8,
    sensor_period=f8,
    record_rows=i8,
    sensor_rows=i8,
    record_capacity=i8,
    sensor_capacity=i8,
    sensor_width=i8,
    straight=i8,  # a step is interpolated by straight lines
    first_valid=i8,  # explicit solvers: the accelerations of the present state are known
    automatic=i8,  # the step size is chosen by error control
    t_end=f8,  # end of the run; of automatic steps: where the next of them must end
    h_control=f8,  # step size that the error control proposes [s]
    h_max=f8,
    h_min=f8,
    safety=f8,  # of the error control
    max_increase=f8,  # largest growth of the step size from one step to the next
    error_exponent=f8,  # the best step size is proportional to error ** -exponent
    just_rejected=i8,  # the last trial step was rejected
    rejected=i8,  # trial steps rejected in this chunk
    land_on_records=i8,  # steps end at the times of recorded solutions
    land_on_sensors=i8,
    linear=i8,  # equations are linear with constant coefficients: 1 one update solves a step,
    # 2 the same, but not yet verified with the present factors
    frozen=i8,  # piecewise laws keep their branches; 0: the state decides (`connector.py`)
    branch_updates=i8,  # updates of an implicit step after which branches are frozen
    branches_held=i8,  # items with a kernel `post_newton` keep their branches in a step
    post_newton=i8,  # address of the user's function after Newton's method, 0: none
    max_switches=i8,  # repetitions of a step in which items switch branches after Newton's method
    switch_tolerance=f8,  # error of forces up to which a step is accepted, of the typical load
    accept_switched=i8,  # accept a step whose repetitions are used up
    use_recommended=i8,  # repeat a step with the size that an item recommends
    redundant_limit=f8,  # violation of redundant equations that ends a run; 0: there are none
    redundant_error=f8,  # largest violation of redundant equations in the last evaluation
    disagreed=i8,  # of COUNTERS: steps that were accepted although items switched
    locate=i8,  # events are located: branches are frozen in every step
    hold=i8,  # nothing is recorded: the step may still be undone
    implicit=i8,  # the integrator is implicit
    first_watcher=i8,  # events from here on are those of sensors, those before of piecewise laws
    seen=i8,  # address of the callback for events that are only observed, 0: none
    grid_h=f8,  # after an event in a fixed step: the step size from the next point of the grid on
    grid_base=f8,  # t_base and steps_base of that point
    grid_steps=i8,
    sensed_place=i8,  # address where sensors write while watched sensors write elsewhere; else 0
    sensed_size=i8,
    sensed_rows=i8,
    sensed_width=i8,
    events=i8,  # of COUNTERS: changes of branches that were located
    event_known=i8,  # ends of fixed steps whose distances are known, at most 2
    event_streak=i8,  # successive events without progress in time
    unsearched=i8,  # the next step is not searched for events: constraints are driven in it
    nonlinear_rates=i8,  # constraints may be equations that are not linear in the velocities
    by_release=i8,  # whether forces are evaluated for `release_calls`: without those of inertia
    direct_load=f8,  # sum of squares of the forces that act on coordinates directly
    largest_coordinate=f8,  # for models with such forces: largest total coordinate
    plain_masses=i8,  # the inertia consists of the masses of the coordinates
    diagonal_mass=i8,  # factors are the inverse masses of the coordinates
    full_factor=i8,  # addresses of the factorization with full pivoting, 0: there is none
    full_solve=i8,
    front_entries=i8,  # matrix entries below the diagonal
    front_uppers=i8,  # first place of U in the factors
    front_symmetric=i8,  # LDL^T: 0 if the matrix allows it, 1 always, 2 never
    asymmetry=f8,  # differences of A and A^T that LDL^T may ignore, beyond rounding
    partial=i8,  # the factors are L D L^T, which may ignore such differences
    search_code=i8,  # addresses of what few models need (`run/scheme.py`), 0: not needed;
    accept_code=i8,  # the kernels that run `search_calls`, and what follows a step that stays,
    switch_code=i8,  # what keeps, asks and restores branches around Newton's method,
    drift_code=i8,  # projects positions after a step,
    predict_code=i8,  # and moves composed coordinates in the predictor
    update_code=i8,  # and in updates of Newton's method
    switch_task=i8,  # what `switch_code` does (`integrators/switching.py`)
    switch_repeats=i8,  # repetitions of the present step so far
    judge=i8,  # address of the kernel that checks each part of a model, 0: it has only one part
    glance=i8,  # address of the kernel that looks whether all parts are within tolerance
    judging=i8,  # what the first of them checks (`integrators/parts_judge.py`)
    parts_norm=f8,  # the largest residual of a part, relative to its limit
    parts_fine=i8,  # all parts of the predicted state are within tolerance
    parts_rest=i8,  # parts that have not converged do not move any more
    compatible=i8,  # laws and records follow another program: `compatibility` of the settings
    sums_time=i8,  # times are sums of step sizes, and the last one is cut
    power_weight=f8,  # weight of the powers that are being added to `integrals` [s]
)

COUNTERS = (
    "newton_iterations", "jacobians", "factorizations", "fallbacks", "force_evaluations", "events",
    "disagreed",
)  # fmt: skip
"""Scalars that count the operations of a run."""

BOUNDARIES = 4
"""Boundaries that a branch of a piecewise law may have."""

CALL_LISTS = (
    "motion_calls",  # q, v -> markers
    "force_calls",  # markers -> marker forces, constraint values
    "constant_calls",  # loads that are constant: evaluated once
    "constraint_calls",  # markers -> only constraint values
    "gather_calls",  # marker forces -> residual
    "inertia_calls",  # accelerations -> residual
    "jacobian_calls",  # -> matrix values
    "mass_calls",  # -> matrix values with cq = cv = 0: only M and C_q
    "drift_calls",  # terms of turning markers in c'' without accelerations
    "solver_calls",  # factor, solve
    "block_calls",  # x: solutions of blocks that items solve themselves: `linear/own_blocks.py`
    "release_calls",  # x: forces -> accelerations of coordinates that items solve for themselves
    "share_calls",  # after a factorization: the smallest multipliers of redundant constraints
    "explicit_calls",  # explicit solvers: accelerations, projection onto the constraints
    "move_calls",  # increment -> poses, q of composed coordinates: `model/position.py`
    "slope_calls",  # increment, v -> slopes
    "difference_calls",  # poses_from, poses_to -> increment
    "settle_calls",  # q -> poses
    "scale_calls",  # at the start of a run: steps of the differences of functions in time
    "search_calls",  # before each step: positions -> which items act on each other
    "post_calls",  # after Newton's method: whether items agree with the branches they had in it
    "accept_calls",  # after a step that stays: what items remember of it -> data_coordinates
    "guard_calls",  # after the same steps: failures that solvers do not notice
    "change_calls",  # before a step: what the integrator does about changed laws and loads
    "start_calls",  # a repeated start with other forces: accelerations, memory of the integrator
    "step_calls",  # the integrator: its loop, and its change of the step size if it has one
    "event_calls",  # markers -> distances to the boundaries of branches
    "switch_calls",  # crossed -> branches
    "record_calls",  # state -> recorder
    "sensor_calls",  # outputs -> sensor recorder
    "power_calls",  # state between two recorded ones -> integrals
    "part_calls",  # loads of items that act on coordinates directly -> loads of parts
)


class State(NamedTuple):
    """The state of a system, present or saved: arrays of the same names in the frame.

    q + q_low are the coordinates, v, a their rates; y, y_t first-order coordinates and their rates;
    data_coordinates what items and users remember
    """

    q: Any
    q_low: Any
    v: Any
    a: Any
    multipliers: Any
    y: Any
    y_t: Any
    poses: Any
    data_coordinates: Any


SAVED = (
    "start",  # of the present step
    "step_start",  # of a step that is searched for events, and may be repeated
    "step_end",  # its end
    "aside",  # while another state is evaluated
)
"""States that solvers keep; the array `q` of the state `start` is `start_q` in the frame."""


class System(NamedTuple):
    """Frame address and arrays with which loops evaluate the equations of a system.

    Each field makes every loop longer to compile: lists that are only run are read from the frame.
    """

    address: Any
    markers: Any
    masses: Any
    constant_force: Any
    marker_force: Any
    constraint: Any
    row_mass: Any
    residual: Any
    rates: Any
    x: Any
    values: Any
    factors: Any
    solver_calls: Any
    explicit_calls: Any


class Search(NamedTuple):
    """Further arrays for steps with located events (`events/interpolant.py`)."""

    branches: Any
    event_acts: Any
    event_directions: Any
    event_values: Any
    event_history: Any
    event_last: Any
    crossed: Any
    memory: Any
    step_memory: Any
    event_calls: Any
    switch_calls: Any
    step_calls: Any


FRAME_ARRAYS: dict[str, tuple] = dict(
    markers=(MARKER, ()),
    marker_force=(f8, (3,)),  # force on each marker [N]
    load=(f8, ()),  # one number: sum of squares of forces that act on coordinates directly
    parts=(PART, ()),  # connected parts of a model, if it has several
    part_bounds=(PART_BOUNDS, ()),
    part_rows=(u4, ()),  # unknowns, part by part
    part_markers=(u4, ()),  # markers that belong to one part, part by part
    rotations=(ROTATION, ()),  # of each marker
    turn_grid=(f8, (4,)),  # sines and cosines of parts of a turn, `math/turning.py`
    marker_moment=(f8, (3,)),  # moment on each marker [N m]
    motion_jacobians=(f8, (6,)),  # d(v, omega of a marker) / d(one velocity), `motion/kind.py`
    motion_rates=(f8, (6,)),  # d(v, omega of a marker) / d(one coordinate)
    motion_coordinates=(i8, ()),  # coordinate of each row of these, -1: it is held
    constant_force=(f8, (3,)),  # constant part of marker_force: loads without functions [N]
    q=(f8, ()),
    q_low=(f8, ()),  # rounding error of q: q + q_low is the state
    reference=(f8, ()),  # reference coordinates
    v=(f8, ()),
    a=(f8, ()),  # true accelerations
    multipliers=(f8, ()),
    y=(f8, ()),  # first-order coordinates without their reference values
    y_t=(f8, ()),  # their rates
    poses=(f8, ()),  # memory of nodes whose coordinates are composed, `model/position.py`
    rates=(f8, ()),  # right-hand side of y_t: sum of the contributions of items
    reference_ode1=(f8, ()),  # reference values of y
    data_coordinates=(f8, ()),  # stored for items and user functions, never integrated
    unit_slots=(i8, ()),  # places of the diagonal of the first-order unknowns
    constraint=(f8, ()),  # constraint values of the present level
    masses=(f8, ()),  # of the coordinates [kg]
    row_mass=(f8, ()),  # equilibration of constraint rows and multipliers [kg]
    residual=(f8, ()),  # of the balance of forces [N]
    x=(f8, ()),  # right-hand side and solution of the linear system
    values=(f8, ()),  # entries of the system matrix in the layout of the linear solver
    factors=(f8, ()),
    gradient_halves=(u4, ()),  # which of two mirror images is a gradient: `linear/symmetry.py`
    pivots=(i8, ()),
    lapack=(i8, ()),  # addresses of LAPACK routines and their scalar arguments
    elimination=(u4, ()),  # sparse matrices: unknowns in the order of elimination
    permuted=(f8, ()),  # x in that order, and work memory of the same size
    lu_starts=(u8, ()),  # low fill: first entry of each column of L
    lu_rows=(u4, ()),  # row of each entry
    lu_blocks=(u4, ()),  # first unknown of each block, and their number
    lu_ends=(u4, ()),  # number of rows below all blocks up to this one
    lu_below=(u4, ()),  # these rows
    lu_targets=(u4, ()),  # place of each product of elimination
    fronts=(FRONT, ()),  # high fill: dense fronts in the order of elimination
    front_rows=(u4, ()),  # unknowns below each front, in the order of elimination
    front_relative=(u4, ()),  # their rows in the parent's front
    front_targets=(u4, ()),  # place in the fronts of each matrix entry
    front_pairs=(u4, (2,)),  # row and column of each entry below the diagonal
    front_pivots=(np.int32, ()),  # row exchanges in LAPACK's form
    updates=(f8, ()),  # update matrices of the fronts
    scaled=(f8, ()),  # work memory for products
    blas=(i8, ()),  # addresses of BLAS routines and their arguments
    blas_reals=(f8, ()),
    increment=(f8, ()),  # change of positions, in models with composed coordinates
    turning=(f8, ()),  # velocities that bend an increment
    slopes=(f8, ()),  # rates of increments
    poses_from=(f8, ()),  # poses between which an increment is computed
    poses_to=(f8, ()),
    known_poses=(f8, ()),  # poses after the known part of an implicit step
    known_increment=(f8, ()),  # increment of this part if it is composed together with the rest
    composed=(i8, ()),  # coordinates that are composed
    memory=(i8, ()),  # history that an integrator keeps of previous steps: pools of its kernels
    switching=(f8, ()),  # error of the forces of items that switch, step size that they recommend
    kept_branches=(i8, ()),  # branches and data before items switch
    kept_data=(f8, ()),
    start_branches=(i8, ()),  # branches at the start of a step
    held=(u4, ()),  # coordinates that explicit steps set to zero, `explicit/compatible.py`
    branches=(i8, ()),  # of piecewise laws: branch of each row (`connectors/connector.py`)
    event_values=(f8, (BOUNDARIES,)),  # distances of each row to the boundaries of its branch
    event_history=(f8, (3 * BOUNDARIES,)),  # the same at the last three evaluated times
    crossed=(i8, ()),  # boundary that each row crosses now, -1: none
    event_last=(f8, (2 * BOUNDARIES,)),  # the same at the ends of the last two fixed steps
    event_scales=(f8, ()),  # largest value of each event function so far
    event_acts=(i8, ()),  # of sensors: whether the event ends the run or has an action
    event_directions=(i8, ()),  # of sensors: which crossings are events
    event_counts=(f8, ()),  # how often each event has happened
    watched=(f8, ()),  # values of the sensors that events watch
    step_memory=(i8, ()),  # `memory` at the start of a step that is searched for events
    eigen=(f8, ()),  # minimum norm: scales, eigenvalues, memory of LAPACK
    blocks=(i8, (3,)),  # block-diagonal: first member, size, first entry of each block
    members=(i8, ()),  # block-diagonal: coordinates block by block
    energy=(f8, ()),  # energy of each row of a table [J]
    integrals=(f8, ()),  # integrals of powers over time [J], `results/energy/kernels.py`
    power_history=(f8, ()),  # states between which they are integrated
    recorded=(f8, ()),
    extremes=(f8, (5,)),  # of each value of sensors: smallest, its time, largest, its time,
    # whether rows alone count
    sensed=(f8, ()),
    **{f"{place}_{name}": (f8, ()) for place in SAVED for name in State._fields},
    **{name: (CALL, ()) for name in CALL_LISTS},
)

GROUPS: dict[str, tuple[Any, tuple[str, ...]]] = dict(
    state=(State, State._fields),
    **{place: (State, tuple(f"{place}_{name}" for name in State._fields)) for place in SAVED},
    system=(System, System._fields),
    search=(Search, Search._fields),
)
"""Group -> its type, and the frame array of each field; `address` is that of the frame."""

FRAME = record(
    *FRAME_SCALARS.items(),
    *((prefix + name, i8) for name in FRAME_ARRAYS for prefix in ("", "n_")),
)
"""One per system: scalars, then address and length of every array."""


class Scalars(ctypes.Structure):
    """The scalars at the beginning of a frame as plain Python numbers; `from_buffer(frame)`.

    Attributes of NumPy records do the same but are thirty times slower.
    """

    _fields_ = [
        (name, ctypes.c_double if kind is f8 else ctypes.c_int64)
        for name, kind in FRAME_SCALARS.items()
    ]
