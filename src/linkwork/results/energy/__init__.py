"""Energies of a result."""
