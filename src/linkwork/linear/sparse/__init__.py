"""Sparse matrices with little fill, and the base of all sparse layouts."""
