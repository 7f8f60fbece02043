"""How items are declared: parameters, checks, forms."""
