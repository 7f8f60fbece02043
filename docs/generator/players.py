"""Pages with a player for the documentation: theme of the page around them, playing by themselves.

The script docs/static/players.js of the surrounding page tells the theme; an address that ends in
#play starts the player, unless the reader's system asks for little motion.
"""

from __future__ import annotations

from pathlib import Path

from linkwork.results.solution import Solution

PLAYERS = "players"
"""Folder of the player pages, next to that of the gallery."""
EMBEDDED = """<script>
linkwork.ready.then(() => {
  addEventListener("message", (event) => {
    if (event.data?.linkworkTheme) linkwork.setTheme(event.data.linkworkTheme);
  });
  parent.postMessage("linkwork-player", "*");
  if (location.hash === "#play" && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    linkwork.setLoop(true);
    linkwork.play();
  }
});
</script>
"""


def write_player(solution: Solution, source: Path, name: str, title: str) -> Path:
    """Write a player page that is copied to the documentation, below PLAYERS.

    source -- folder of the sources of the documentation
    """
    folder = source / "_players" / PLAYERS
    folder.mkdir(parents=True, exist_ok=True)
    path = solution.export_html(folder / f"{name}.html", title)
    head, end, tail = path.read_text(encoding="utf-8").rpartition("</body>")
    path.write_text(f"{head}{EMBEDDED}{end}{tail}", encoding="utf-8")
    return path
