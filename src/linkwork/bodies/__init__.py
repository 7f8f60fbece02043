"""Bodies, one per file; `kinds.py` lists them."""
