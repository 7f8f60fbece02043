"""Integrators and the methods that they share."""
