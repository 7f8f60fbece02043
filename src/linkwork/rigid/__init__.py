"""Rotations, frames, Lie groups and inertia of rigid bodies, without a system, in plain NumPy.

`linkwork.utilities` has the public names.
"""
