"""Sparse matrices with much fill: fronts."""
