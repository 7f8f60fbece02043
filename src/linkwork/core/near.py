"""Names that are similar to one that nobody has, for hints in error texts."""

from __future__ import annotations

from collections.abc import Iterable


def near_names(
    name: str, known: Iterable[str], count: int = 1, similarity: float = 0.6
) -> list[str]:
    """The names most similar to one, the most similar first; difflib is loaded only for errors."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), count, similarity)
