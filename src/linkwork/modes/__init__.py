"""Linearization about a state: matrices, eigenvalues, mode shapes, degrees of freedom."""
