"""Explicit Runge-Kutta methods, one tableau per file; importing a file registers its method."""
