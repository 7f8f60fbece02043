"""RK4 of planar models against a NumPy loop that was written for itself, step by step."""

import numpy as np
import pytest

from benchmarks import planar as rows
from benchmarks import planar_baseline as plain
from linkwork import planar as lw

STEPS = 400
CURVE = np.array([[-0.5, -30.0], [-0.05, -4.0], [0.02, 1.0], [0.1, 12.0], [0.6, 40.0]])


@pytest.mark.parametrize("model", rows.MODELS, ids=lambda model: model.name)
def test_models_of_the_benchmark_are_the_same(model):
    row = rows.measure(model, STEPS, 1)
    assert row.difference < 1e-13


OPTIONS = {
    "linear": {},
    "tensile": {"type": "Tensile"},
    "compressive": {"type": "Compressive"},
    "tabular": {"type": "Tabular", "curve": CURVE},
    "axial": {"damping": "axial"},
    "no x": {"dof_constraint": (True, False, False)},
    "no y": {"dof_constraint": (False, True, False)},
    "no torque": {"dof_constraint": (False, False, True)},
    "masked": {"dof_constraint": (False, True, False), "release": "mask"},
    "coupled": {"mu": (0.05, 0.01)},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
def test_every_kind_of_spring_moves_bodies_as_the_loop_does(options):
    first = lw.Disc(m=1.0, R=0.3)
    second = lw.RigidBody(m=2.0, R=0.2, I=0.05, cm=(0.8, 0.3, 0.2))
    third = lw.Disc(m=0.5, R=0.2, cm=(-0.6, 0.5, 0.0), dof_constraint=(False, True, False))
    first.initial_conditions(p=(0.02, 0.0, 0.1), v=(0.3, 0.4, 1.0))
    second.initial_conditions(p=(0.0, 0.05, 0.0), v=(-0.5, 0.2, -2.0))
    pairs = [
        dict(parent=first, child=second, parent_pos=(0.1, 0.05), child_pos=(-0.1, 0.1)),
        dict(parent=None, child=first, parent_pos=(-0.5, -0.4), child_pos=(0.0, -0.2)),
        dict(parent=third, child=first, parent_pos=(0.05, 0.0)),
    ]
    springs = [lw.LinearSpringDamper(k=80.0, c=0.6, p=0.01, **pair, **options) for pair in pairs]
    step = 1e-3
    config = lw.RunConfiguration(n_timesteps=STEPS + 1, termination_time=STEPS * step)
    solved = lw.Solver([first, second, third], springs, config, verbose=False).solve()

    given = dict(options)
    given["released"] = given.pop("dof_constraint", (False, False, False))
    start = np.array([body.cm for body in (first, second, third)])
    index = {id(body): k for k, body in enumerate((first, second, third))}
    copies = [
        plain.Spring(
            80.0, 0.6, 0.01,
            **(pair | {end: index.get(id(pair[end])) for end in ("parent", "child")}), **given,
        ).at_rest(start)
        for pair in pairs
    ]  # fmt: skip
    bodies = plain.Bodies(
        m=np.array([1.0, 2.0, 0.5]),
        inertia=np.array([0.045, 0.05, 0.01]),
        pose=start + [[0.02, 0.0, 0.1], [0.0, 0.05, 0.0], [0.0, 0.0, 0.0]],
        velocity=np.array([[0.3, 0.4, 1.0], [-0.5, 0.2, -2.0], [0.0, 0.0, 0.0]]),
        held=np.array([[False] * 3, [False] * 3, [False, True, False]]),
        force=np.zeros((3, 3)),
    )
    # steps of the solver end at kinks; those of the loop run across them, so it takes more of them
    finer, place, speed = (10, 3e-6, 3e-4) if "type" in options else (1, 1e-12, 1e-11)
    poses, velocities = plain.integrate(bodies, copies, step / finer, finer * STEPS)
    poses, velocities = (each[::finer].reshape(STEPS + 1, 9) for each in (poses, velocities))
    assert np.abs(poses[-1] - poses[0]).max() > 0.05
    assert solved.position_array == pytest.approx(poses, abs=place)
    assert solved.velocity_array == pytest.approx(velocities, abs=speed)
