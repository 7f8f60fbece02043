"""How markers move: by index, linearly, or with a frame that turns; one kind of motion per file."""
