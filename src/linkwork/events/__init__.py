"""Events: where branches of laws and signs of sensors change."""
