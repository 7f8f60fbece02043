"""Settings of runs and of drawings."""
