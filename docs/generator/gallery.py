"""What Sphinx-Gallery shows for an example: pictures of its `solution`, and the player.

As for `linkwork demo`, an example stores the result to be shown in the variable `solution`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from docs.generator.pictures import Picture
from docs.generator.players import PLAYERS, write_player
from linkwork.cli.examples import PARTS, about, solution_in
from linkwork.results.solution import Solution

ORDER = (
    *("first_steps", "spring_damper", "pendulum", "pendulum_explicit", "planar_spring"),
    *("squeezing_mechanism", "double_pendulum", "user_force", "bouncing_ball", "dry_friction"),
    *(
        "hydraulic_cylinder",
        "excavator_arm",
        "crane_with_rope",
        "hanging_net",
        "string_of_masses",
        "hanging_cables",
        "rolled_cantilever",
        "trolley_on_a_rope",
        "belt_drive",
        "helix_beam",
        "gravity_orbit",
        "solar_system",
        "skate",
    ),
    *("gyroscope", "satellite", "slider_crank_in_space", "gimbal", "governor", "rolling_coin"),
    *("flexible_slider_crank", "flexible_satellite"),
    *("arm_following_a_path", "panda_following_a_path", "falling_humanoid", "five_bar_leg"),
    *("delta_robot", "arm_on_a_wall", "arm_with_a_cable"),
    *("stewart_platform", "suspension", "quarter_car", "bricard"),
    *("rigid_body", "pulled_rod", "cart_pole_lqr", "cart_pole_search", "fit_spring"),
    *(
        "identify_suspension",
        "tuned_damper",
        "tolerances_of_a_slider_crank",
        "sobol_indices",
        "demo",
    ),
)
"""From simple to special; examples that are not listed come last."""
CURVES = 4
SIZE = 6.4, 4.8
PLAYER = """\
.. raw:: html

   <iframe class="linkwork-player" src="../{folder}/{name}.html" loading="lazy"
    title="Player"></iframe>
   <p><a href="../{folder}/{name}.html">Open the player in a separate page</a></p>

"""
PART = """\
.. rubric:: {name}.py

.. literalinclude:: {path}

"""


class Order:
    """Sort key of the examples."""

    def __init__(self, folder: str) -> None:
        """folder -- folder of the examples; not used, since all examples are in one folder"""

    def __call__(self, name: str) -> tuple[int, str]:
        stem = Path(name).stem
        return (ORDER.index(stem) if stem in ORDER else len(ORDER), stem)

    def __repr__(self) -> str:  # Sphinx keeps it as part of its configuration
        return "Order()"


def scraper(block: Any, variables: dict[str, Any], conf: dict[str, Any]) -> str:
    """Pictures and player of an example as reStructuredText; called by Sphinx-Gallery."""
    from sphinx_gallery.scrapers import figure_rst

    solution = solution_in(variables["example_globals"])
    source = Path(variables["src_file"])
    if not isinstance(solution, Solution):
        return ""
    picture = Picture(solution)
    paths = []
    if picture.moves:
        paths.append(Path(next(variables["image_path_iterator"])))
        picture.draw(paths[-1])
    paths.append(Path(next(variables["image_path_iterator"])))
    chart(solution, paths[-1])
    text = figure_rst([str(path) for path in paths], conf["src_dir"], about(source))
    if picture.moves:
        write_player(solution, Path(conf["src_dir"]), source.stem, about(source))
        text += "\n" + PLAYER.format(folder=PLAYERS, name=source.stem)
    for name in sorted(PARTS & set(sys.modules)):
        if name in source.read_text():
            path = os.path.relpath(source.with_name(f"{name}.py"), paths[0].parents[1])
            text += PART.format(name=name, path=path)
    return text


def chart(solution: Solution, path: Path) -> None:
    """Plot the sensors of a Solution over time, or some coordinates if it has no sensors."""
    from matplotlib import pyplot

    count = solution.coordinates.shape[1]
    if solution.sensors or count <= CURVES:
        figure = solution.plot(show=False, size=SIZE)
    else:
        chosen = np.unique(np.linspace(0, count - 1, CURVES).round().astype(int)).tolist()
        figure = solution.plot("coordinates", chosen, show=False, size=SIZE)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
