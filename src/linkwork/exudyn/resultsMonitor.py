"""Monitor of results files: there is none; `mbs.LiveView()` follows a run."""
