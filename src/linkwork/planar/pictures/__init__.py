"""Pictures of planar models: outlines, artists, films, and shapes for the player."""
