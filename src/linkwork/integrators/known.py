"""The integrators of the package: importing one of these modules registers it."""

from linkwork.integrators import explicit
from linkwork.integrators.alpha import loop as alpha_steps
from linkwork.integrators.verlet import velocity_verlet

__all__ = ["alpha_steps", "explicit", "velocity_verlet"]
