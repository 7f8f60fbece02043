"""Conveniences that add several items at once: the Create... functions of a system."""

from __future__ import annotations

from linkwork.system_create.bodies import CreateBodies
from linkwork.system_create.gravity import CreateGravity
from linkwork.system_create.joints import CreateJoints
from linkwork.system_create.loads import CreateLoads


class SystemCreate(CreateBodies, CreateJoints, CreateLoads, CreateGravity):
    """Items of a system with functions that add several of them at once."""
