"""Refusals of kinematic trees that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.bodies.tree_pools import RESISTANCES
from linkwork.core.errors import ParameterError
from linkwork.math.tolerances import EVEN_INPUT
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz

RIGID = (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)
"""Nodes that a free base may have."""


def check_base(item: Any, owner: str, node: Any) -> None:
    """Refuse a free base that does not fit."""
    if not isinstance(node, RIGID):
        raise ParameterError(
            f"{owner}: baseNodeNumber must be a node of a rigid body (NodeRigidBodyEP, "
            f"NodeRigidBodyRxyz or NodeRigidBodyRotVecLG), got {type(node).__name__}"
        )
    if np.any(item.baseOffset):
        raise ParameterError(
            f"{owner}: baseOffset must be zero where the base is a node, "
            f"got {np.asarray(item.baseOffset).tolist()}"
        )
    J = item.baseInertia
    if np.abs(J - J.T).max() > EVEN_INPUT * np.abs(J).max(initial=1e-300):
        raise ParameterError(
            f"{owner}: baseInertia must be symmetric, got {item.baseInertia.tolist()}"
        )


def check_leaders(item: Any, owner: str) -> None:
    """Refuse joints that follow what has no coordinate, and negative resistances."""
    for k, leader in enumerate(item.mimicLeaders):
        if leader >= len(item.mimicLeaders) or (leader >= 0 and item.mimicLeaders[leader] >= 0):
            raise ParameterError(
                f"{owner}: mimicLeaders[{k}] must be a joint that follows no other, or -1, "
                f"got {leader}"
            )
    for name in RESISTANCES:
        for k, value in enumerate(getattr(item, name)):
            if value < 0.0:
                raise ParameterError(f"{owner}: {name}[{k}] must be >= 0, got {value}")


def check_links(item: Any, owner: str) -> None:
    """Refuse links that are no part of a tree or no body."""
    for k, parent in enumerate(item.linkParents):
        if parent >= k:
            raise ParameterError(
                f"{owner}: linkParents[{k}] must be less than {k}, or -1 for the base, got {parent}"
            )
    for k, mass in enumerate(item.linkMasses):
        if mass < 0.0:
            raise ParameterError(f"{owner}: linkMasses[{k}] must be >= 0, got {mass}")
    for k, R in enumerate(item.jointTransformations):
        if np.abs(R @ R.T - np.eye(3)).max() > 1e-6 or np.linalg.det(R) < 0.0:
            raise ParameterError(
                f"{owner}: jointTransformations[{k}] must be a rotation, got {R.tolist()}"
            )
    for k, J in enumerate(item.linkInertiasCOM):
        if np.abs(J - J.T).max() > EVEN_INPUT * max(np.abs(J).max(), 1e-300):
            raise ParameterError(
                f"{owner}: linkInertiasCOM[{k}] must be symmetric, got {J.tolist()}"
            )
