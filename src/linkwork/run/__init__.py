"""A run in time: start, loop, changes, end."""
