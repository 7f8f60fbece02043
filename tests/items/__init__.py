"""Contract tests: what every kind of item keeps, over all kinds at once."""
