"""The integrators of the package: importing one of these modules registers it."""

from linkwork.solvers import alpha_steps, explicit, velocity_verlet

__all__ = ["alpha_steps", "explicit", "velocity_verlet"]
