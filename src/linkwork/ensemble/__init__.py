"""Ensembles: many runs of one model with other numbers in it."""
