"""The assembled model: tables, numbers of coordinates, motion of markers, arrays."""
