"""Recorded states evaluated again."""
