"""Sparse matrices with little fill, and what all sparse ones share."""
