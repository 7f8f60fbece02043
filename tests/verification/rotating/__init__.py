"""Mechanisms with bodies that rotate, exact motions without the library, and runs of both."""
