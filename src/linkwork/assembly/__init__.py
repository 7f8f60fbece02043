"""Equations of a model: blocks of the matrix, lists of kernel calls."""
