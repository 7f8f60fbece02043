"""Random models, settings and files: none may crash, hang or give a number that is none."""
