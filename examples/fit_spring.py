"""Fitting a spring to a record
============================

Stiffness and damping of a spring are fitted to a noisy record of a motion. The model is built once.
Further runs with other parameters need no assembly and no compilation, so an optimizer can
call them in its loop.
"""

import time

import numpy as np
from scipy.optimize import least_squares

from linkwork import planar as lw

TRUE = {"k": 250.0, "c": 1.8}

body = lw.Disc(m=1.5, R=0.2, cm=(0.0, 1.0, 0.0), dof_constraint=(True, False, True))
body.initial_conditions(p=(0.0, 0.1, 0.0))
spring = lw.LinearSpringDamper(k=1.0, c=0.0, parent=body)
run = lw.RunConfiguration(n_timesteps=1001, termination_time=2.0)
solver = lw.Solver([body], [spring], run)

noise = np.random.default_rng(5).normal(0.0, 1e-3, run.n_timesteps)
record = solver.solve(**TRUE).position_array[:, 1] + noise

solves = 0


def difference(parameters: np.ndarray) -> np.ndarray:
    """Computed minus recorded positions [m]."""
    global solves
    solves += 1
    k, c = parameters
    return solver.solve(k=k, c=c).position_array[:, 1] - record


began = time.perf_counter()
fit = least_squares(difference, x0=[200.0, 1.0], bounds=(0.0, np.inf), x_scale=[100.0, 1.0])
took = time.perf_counter() - began

k, c = fit.x
solution = solver.solve(k=k, c=c)
print(f"k = {k:.2f} N/m (true {TRUE['k']:g}), c = {c:.4f} N s/m (true {TRUE['c']:g})")
print(f"{solves} solves of {run.n_timesteps - 1} steps in {took * 1e3:.0f} ms")
assert abs(k - TRUE["k"]) < 0.5 and abs(c - TRUE["c"]) < 0.02
