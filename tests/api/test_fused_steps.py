"""Steps of small models that are compiled into one function: the same numbers, when it is used."""

import pytest

from linkwork.api import retired_models
from linkwork.core.kernels.pointer import call_kernel
from linkwork.items import *
from linkwork.run import fusing

from .models import Solver, make_settings, mass_on_spring, new_system, pendulum
from .test_solve import assert_solutions_equal

COUNTS = ("steps", "newton_iterations", "jacobians", "factorizations", "force_evaluations")


def turning_body():
    """A bar of 2 kg that turns about one end in the plane, and hangs on a spring with the other."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 0.0, 0.0]))
    bar = mbs.AddObject(RigidBody2D(physicsMass=2.0, physicsInertia=0.2, nodeNumber=node))
    fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    pin = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bar, localPosition=[-0.5, 0.0, 0.0]))
    tip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=bar, localPosition=[0.5, 0.0, 0.0]))
    above = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1.0, 1.0, 0.0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[fixed, pin]))
    mbs.AddObject(
        SpringDamper(markerNumbers=[above, tip], referenceLength=0.9, stiffness=300.0, damping=1.0)
    )
    mbs.Assemble()
    return mbs


def spring_in_space():
    return mass_on_spring(position=(1.0, 0.3, -0.2), force=3.0).mbs


MODELS = {
    "spring": (spring_in_space, Solver.GeneralizedAlpha, False),
    "spring, modified": (spring_in_space, Solver.GeneralizedAlpha, True),
    "spring, RK44": (spring_in_space, Solver.RK44, False),
    "pendulum": (lambda: pendulum().mbs, Solver.GeneralizedAlpha, True),
    "turning body": (turning_body, Solver.GeneralizedAlpha, True),
}


def run(mbs, solver, modified=False, fused=True, record=0.05, steps=2000, **settings):
    """(solution, fused steps) of 1 s."""
    made = make_settings(1.0, steps, record)
    made.timeIntegration.newton.useModifiedNewton = modified
    made.compileSmallModels, made.solutionSettings.sensorsExtremes = fused, False
    for name, value in settings.items():
        setattr(made, name, value)
    solution = mbs.SolveDynamic(made, solver)
    return solution, mbs._data.scalars.fused_steps


@pytest.fixture
def unfused(monkeypatch):
    """A function that runs as `run` does, without fused steps."""

    def plain(mbs, *arguments, **options):
        mbs._data.kept_run = None  # the parts of a system of the same structure that is gone
        with monkeypatch.context() as patch:
            patch.setattr(fusing, "MOST_UNKNOWNS", 0)
            solution, count = run(mbs, *arguments, **options)
        assert count == 0
        return solution

    return plain


@pytest.mark.parametrize("name", MODELS)
def test_fused_steps_give_the_same_numbers_to_the_last_bit(name, unfused):
    make, solver, modified = MODELS[name]
    solution, count = run(make(), solver, modified)
    # 20 of the 2000 steps are recorded; others end a chunk, or need new factors
    assert 500 < count < 1980
    other = unfused(make(), solver, modified)
    assert_solutions_equal(solution, other)
    for name in COUNTS:
        assert solution.statistics[name] == other.statistics[name], name


def test_steps_that_are_all_recorded_are_left_to_the_loop(unfused):
    make, solver, _ = MODELS["spring"]
    solution, count = run(make(), solver, record=0.0, steps=300)
    assert count == 0
    assert_solutions_equal(solution, unfused(make(), solver, record=0.0, steps=300))


def test_a_timed_run_has_no_fused_steps(capsys):
    make, solver, _ = MODELS["spring"]
    _, count = run(make(), solver, displayComputationTime=True)
    assert count == 0
    assert run(make(), solver)[1] > 0


def test_large_steps_that_need_new_factors_are_left_to_the_loop(unfused):
    make, solver, _ = MODELS["spring"]
    solution, count = run(make(), solver, steps=40, record=1.0)
    assert count < 10
    assert_solutions_equal(solution, unfused(make(), solver, steps=40, record=1.0))


def test_fused_steps_refuse_a_model_of_another_structure():
    """The code checks the integers of tables and the scalars that it takes for constants."""
    s = mass_on_spring(position=(1.0, 0.3, -0.2), force=3.0)
    run(s.mbs, Solver.RK44)
    data = s.mbs._data
    scalars, (_, call) = data.scalars, data.calls("step_calls")[0]
    table = next(over for _, over in data.parts["force_calls"] if over is not None)

    def taken():
        scalars.t, scalars.t_base, scalars.steps_base, scalars.h = 0.0, 0.0, 0, 1e-3
        scalars.steps_done, scalars.steps_wanted, scalars.first_valid = 0, 11, 0
        scalars.next_record = scalars.next_sensor = scalars.next_checkpoint = 1.0
        return call_kernel(address, call, data.address)

    address = scalars.fused
    assert address and taken() == 10
    table.rows["active"] = 0
    assert taken() == 0
    table.rows["active"] = 1
    scalars.pre_step = 1
    assert taken() == 0
    scalars.pre_step = 0
    assert taken() == 10


@pytest.fixture
def choices(monkeypatch):
    """How the code of fused steps was looked for, from now on; nothing is compiled."""
    asked = []

    def finder(name):
        def find(entry, **flags):
            asked.append(name)
            return 0

        return find

    monkeypatch.setattr(fusing, "kept_address_of", finder("kept"))
    monkeypatch.setattr(fusing, "address_of", finder("compiled"))
    monkeypatch.setattr(fusing, "_steps", type(fusing._steps)())
    monkeypatch.setattr(fusing, "_addresses", {})
    return asked


def test_code_is_looked_for_only_for_enough_steps_and_not_compiled(choices, monkeypatch):
    monkeypatch.setattr(fusing, "SHORT", 300)
    for wanted in ([], [], ["kept"], ["kept"]):
        retired_models.forget()
        run(spring_in_space(), Solver.RK44, fused=False, steps=100)
        assert choices == wanted


def test_the_settings_have_code_compiled_for_a_short_run(choices):
    run(spring_in_space(), Solver.RK44, fused=True, steps=10)
    assert choices == ["compiled"]


def test_models_with_user_functions_or_many_unknowns_have_no_fused_steps(choices):
    def law(mbs, t, itemNumber, u, v, k, d, F0):
        return k * u

    run(mass_on_spring(springForceUserFunction=law).mbs, Solver.RK44, steps=10)
    mbs = new_system()
    for k in range(7):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[k, 0.0]))
        mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
    mbs.Assemble()
    run(mbs, Solver.RK44, steps=10)
    assert choices == []


def test_sensors_that_are_read_after_every_step_leave_no_fused_steps():
    s = mass_on_spring(position=(1.0, 0.3, -0.2))
    settings = make_settings(1.0, 2000, 0.05)
    settings.compileSmallModels = True
    with pytest.warns(UserWarning, match="compileSmallModels has no effect .*sensorsExtremes"):
        s.mbs.SolveDynamic(settings, Solver.GeneralizedAlpha)
    assert s.mbs._data.scalars.fused_steps == 0
