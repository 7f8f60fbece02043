"""Derivatives of results by parameters: of equilibria, modes and runs in time."""
