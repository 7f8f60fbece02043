"""Dialogs: there are none; settings are edited in the script."""
