"""Movies and pictures of a Solution, drawn by the player in a browser, or by Matplotlib."""
