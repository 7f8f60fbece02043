"""Conveniences that add several items at once: the Create... functions of a system."""

from __future__ import annotations

from linkwork.api.create.bodies import CreateBodies
from linkwork.api.create.gravity import CreateGravity
from linkwork.api.create.joints import CreateJoints
from linkwork.api.create.loads import CreateLoads


class SystemCreate(CreateBodies, CreateJoints, CreateLoads, CreateGravity):
    """Items of a system with functions that add several of them at once."""
