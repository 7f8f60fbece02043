"""Functions of a system that add several items at once: mbs.Create..."""
