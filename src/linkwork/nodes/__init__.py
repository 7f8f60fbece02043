"""Nodes, one per file; `kinds.py` lists them."""
