"""Evaluations of recorded states."""
