"""Joints, one per file; `kinds.py` lists them."""
