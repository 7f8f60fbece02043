"""Ensembles: members against single runs."""
