"""Velocity Verlet; with constraints, RATTLE."""
