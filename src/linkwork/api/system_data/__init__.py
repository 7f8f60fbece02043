"""mbs.systemData: the state of a system, its sizes and the numbers of its coordinates."""
