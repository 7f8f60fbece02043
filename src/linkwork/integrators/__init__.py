"""Integrators and what they share."""
