"""User functions of a run: whether they can be trusted, and the one that is called before steps."""
