"""Short benchmarks of small models, beside Exudyn where it is installed."""
