"""The integrators of the package, each with the module that registers it."""

HOMES = {
    "ExplicitEuler": "explicit.euler",
    "ExplicitMidpoint": "explicit.midpoint",
    "RK33": "explicit.rk33",
    "RK44": "explicit.rk44",
    "RK67": "explicit.rk67",
    "ODE23": "explicit.ode23",
    "DOPRI5": "explicit.dopri5",
    "DVERK6": "explicit.dverk6",
    "VelocityVerlet": "verlet.velocity_verlet",
    "GeneralizedAlpha": "alpha.loop",
    "TrapezoidalIndex2": "alpha.loop",
}
"""Name -> module of this package. A run loads the one it needs."""
