"""Small compiled helpers without allocation."""
