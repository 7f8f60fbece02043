"""Documentation pages generated from the code: items, settings, command line, gallery.

`make docs` runs the generator; its output goes to build/ and is never committed.
"""
