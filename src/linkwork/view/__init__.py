"""Looking at results: plots, the web player, the live view. Nothing here is imported before use."""
