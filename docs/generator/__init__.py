"""Pages of the documentation that are made from the code: items, settings, command line, gallery.

`make docs` runs it; what it makes goes into build/ and is never committed.
"""
