"""Disc on a spring in the plane
=============================

A short model with ``linkwork.planar``: a disc on a spring is pushed; its motion and the force of
the spring are recorded.
"""

import numpy as np

from linkwork import planar as lw

body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 1.0, 0.0), dof_constraint=(True, False, True))
body.initial_conditions(p=(0.0, 0.1, 0.0), v=(0.0, 1.0, 0.0))
spring = lw.LinearSpringDamper(
    k=100, c=0, parent=body, child=None, child_pos=(0.0, 0.0), track_force=True
)
run = lw.RunConfiguration(n_timesteps=1000, termination_time=0.5)
solution = lw.Solver(bodies=[body], springs=[spring], config=run).solve()

t, y = solution.timesteps, solution.position_array[:, 1]
exact = 1.0 + 0.1 * np.cos(10.0 * t) + 0.1 * np.sin(10.0 * t)
print(f"y(0.5 s) = {y[-1]:.9f} m, exact {exact[-1]:.9f} m")
print(f"force on the disc at the end: {spring.forcehist[-1, 1]:.6f} N")
assert np.abs(y - exact).max() < 1e-10
assert np.abs(spring.forcehist[:, 1] + 100.0 * (exact - 1.0)).max() < 1e-8
