"""The groups of checks: each a file with functions `check(subject, report)`."""
