"""Equations of a model: blocks into the matrix, lists of kernel calls."""
