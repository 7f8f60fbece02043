"""Generalized-alpha."""
