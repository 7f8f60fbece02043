"""Results of a run: recorder, Solution, files."""
