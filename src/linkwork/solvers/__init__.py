"""Time integration: one integrator per file, and the parts they share."""
