"""User functions: compiled or called back."""
