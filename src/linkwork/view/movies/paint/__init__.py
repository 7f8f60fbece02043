"""The scene of the player, drawn by Matplotlib: polygons and strokes from back to front."""
