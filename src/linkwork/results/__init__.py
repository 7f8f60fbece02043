"""What a run leaves behind: recorder, Solution, files."""
