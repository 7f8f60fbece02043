"""Short benchmarks of small models, compared with Exudyn if it is installed."""
