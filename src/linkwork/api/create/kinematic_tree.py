"""Kinematic trees from lists of links, with the node of their coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.parts import DEFAULT_COLOR, ORIGIN, Parts, creates, item
from linkwork.core.declare.indices import ObjectIndex
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.rigid.tree_links import TreeLink


@creates()
def CreateKinematicTree(
    mbs: MainSystem,
    name: str = "",
    listOfTreeLinks: Sequence[TreeLink] = (),
    referenceCoordinates: Any = None,
    initialCoordinates: Any = None,
    initialCoordinates_t: Any = None,
    gravity: Any = ORIGIN,
    baseOffset: Any = ORIGIN,
    linkForces: Any = None,
    linkTorques: Any = None,
    jointForceVector: Any = None,
    jointPositionOffsetVector: Any = None,
    jointVelocityOffsetVector: Any = None,
    forceUserFunction: Any = 0,
    jointRadius: float = 0.05,
    jointWidth: float = 0.12,
    colors: Any = DEFAULT_COLOR,
    colorsJoints: Any = DEFAULT_COLOR,
    baseGraphicsDataList: Any = None,
    linkRoundness: float = 0.2,
    show: bool = True,
) -> ObjectIndex:
    """Add a KinematicTree of links and the node of its coordinates; returns the tree's number.

    name -- name of the tree; the node is 'Node:' and this name
    listOfTreeLinks -- links; where no parent is given, each one is behind the one before
    referenceCoordinates, initialCoordinates, initialCoordinates_t -- of the joints, one each;
    initial coordinates are deviations from the reference; None: zeros
    gravity [m/s^2] -- acceleration of gravity; baseOffset [m] -- position of the base
    linkForces [N], linkTorques [N m] -- constant forces and torques on links, global axes, or None
    jointForceVector, jointPositionOffsetVector, jointVelocityOffsetVector -- forces of joints, and
    desired positions and velocities of controls, or None
    forceUserFunction -- function that returns additional forces of the joints, or 0
    jointRadius [m], jointWidth [m] -- size of the joints of links without shapes: cylinders, and
    boxes of prismatic joints; 0: it suits the scene
    colors, colorsJoints -- a color RGBA of all links or joints, or a list with one each; R = -1:
    default color
    baseGraphicsDataList -- shapes of the base, in its frame
    linkRoundness -- without effect: links without shapes are drawn as round rods
    show -- whether the tree is drawn
    """
    from linkwork.bodies.kinematic_tree import ObjectKinematicTree
    from linkwork.nodes.generic_ode2 import NodeGenericODE2

    owner, links = "CreateKinematicTree", list(listOfTreeLinks)
    _check(owner, links)
    n = len(links)
    controls = [(0.0, 0.0) if link.PDcontrol is None else link.PDcontrol for link in links]
    controlled = any(link.PDcontrol is not None for link in links)
    given: dict[str, Any] = {
        "jointForceVector": jointForceVector,
        "jointPositionOffsetVector": jointPositionOffsetVector,
        "jointVelocityOffsetVector": jointVelocityOffsetVector,
        "linkForces": linkForces,
        "linkTorques": linkTorques,
    }
    if controlled:
        for which in ("jointPositionOffsetVector", "jointVelocityOffsetVector"):
            given[which] = np.zeros(n) if given[which] is None else given[which]
        given["jointPControlVector"] = [P for P, _ in controls]
        given["jointDControlVector"] = [D for _, D in controls]
    start = {
        "referenceCoordinates": referenceCoordinates,
        "initialCoordinates": initialCoordinates,
        "initialCoordinates_t": initialCoordinates_t,
    }
    parts = Parts(mbs, owner, show)
    node = parts.add(
        item(
            NodeGenericODE2,
            numberOfODE2Coordinates=n,
            name=f"Node:{name}" if name else "",
            visualization={"show": False},
            **{key: np.zeros(n) if value is None else value for key, value in start.items()},
        )
    )
    tree = parts.add(
        item(
            ObjectKinematicTree,
            nodeNumber=node,
            name=name,
            gravity=gravity,
            baseOffset=baseOffset,
            **links_of(links),
            forceUserFunction=forceUserFunction,
            **{key: value for key, value in given.items() if value is not None},
            visualization={
                "show": show,
                "graphicsDataList": shapes_of_links(links),
                "baseGraphicsData": list(baseGraphicsDataList or ()),
                "jointRadius": jointRadius,
                "jointWidth": jointWidth,
                "linkColors": _colors(owner, "colors", colors, n),
                "jointColors": _colors(owner, "colorsJoints", colorsJoints, n),
            },
        )
    )
    parts.keep()
    return ObjectIndex(tree)


def shapes_of_links(links: Sequence[TreeLink]) -> list[Any]:
    """Shapes of each link, empty if none has any: links and joints are drawn by themselves."""
    given = [link.graphicsDataList or [] for link in links]
    return [list(shapes) for shapes in given] if any(given) else []


def _colors(owner: str, name: str, given: Any, n: int) -> np.ndarray:
    """A color per link or joint; none for the default one."""
    try:
        rows = np.asarray(given, float).reshape(-1, 4)
    except (TypeError, ValueError):
        rows = np.zeros((0, 4))
    if len(rows) not in (1, n):
        raise ParameterError(
            f"{owner}: {name} must be a color RGBA, or a list of {n}, one per link, got "
            f"{shown(given)}",
            name,
        )
    return np.zeros(0) if (rows[:, 0] < 0.0).all() else np.broadcast_to(rows, (n, 4))


def links_of(links: Sequence[TreeLink]) -> dict[str, Any]:
    """Parameters of a KinematicTree that describe its links."""
    chain = all(link.parent is None for link in links)
    inertias = [link.linkInertia for link in links]
    return {
        "jointTypes": [link.jointType for link in links],
        "linkParents": [
            k - 1 if chain or link.parent is None else int(link.parent)
            for k, link in enumerate(links)
        ],
        "jointTransformations": [link.jointHT[:3, :3] for link in links],
        "jointOffsets": [link.jointHT[:3, 3] for link in links],
        "linkInertiasCOM": [inertia.InertiaCOM() for inertia in inertias],
        "linkCOMs": [inertia.COM() for inertia in inertias],
        "linkMasses": [inertia.Mass() for inertia in inertias],
    }


def _check(owner: str, links: list[Any]) -> None:
    """Refuse what is no list of links."""
    from linkwork.rigid.tree_links import TreeLink

    if not links:
        raise ParameterError(f"{owner}: listOfTreeLinks must list at least one TreeLink, got []")
    for k, link in enumerate(links):
        if not isinstance(link, TreeLink):
            raise ParameterError(
                f"{owner}: listOfTreeLinks[{k}] must be a TreeLink, got {shown(link)}"
            )
        if link.PDcontrol is not None and len(link.PDcontrol) != 2:
            raise ParameterError(
                f"{owner}: PDcontrol of link {k} must be (P, D) or None, got {link.PDcontrol}"
            )
