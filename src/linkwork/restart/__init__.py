"""Checkpoints, and runs that resume from them."""
