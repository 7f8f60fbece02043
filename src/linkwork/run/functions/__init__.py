"""User functions of a run: checks of compiled functions, and the pre-step function."""
