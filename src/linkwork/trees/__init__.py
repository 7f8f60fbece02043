"""Kinematic trees: compiled recursions over links in global axes.

Spatial vectors of all links, motions (omega, v) and forces (n, f), are written in global axes about
one common origin per tree: the base, or the position of a free root. So the inertias and forces of
children are added to those of their parents as they are.
"""
