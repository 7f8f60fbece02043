"""Linearisation of a system about a state: matrices, eigenvalues, mode shapes, freedom."""
