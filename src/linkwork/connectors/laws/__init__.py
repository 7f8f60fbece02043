"""Laws that connectors share, and parts of their laws that deserve a file."""
