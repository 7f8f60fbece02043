"""Fitting parameters to records, and choosing parameters that make a design best."""
