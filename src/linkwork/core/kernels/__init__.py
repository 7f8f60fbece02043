"""Kernels: compiled functions, their cache and their calls."""
