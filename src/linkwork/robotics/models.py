"""Robots from dictionaries of links with Denavit-Hartenberg parameters, and published robots."""

from linkwork.exudyn.robotics.models import (
    LinkDict2Robot,
    LinkDictModDHKK2Robot,
    Manipulator3RSimple,
    Manipulator4Rsimple,
    ManipulatorPANDA,
    ManipulatorPuma560,
    ManipulatorUR5,
)

__all__ = [
    "LinkDict2Robot",
    "LinkDictModDHKK2Robot",
    "Manipulator3RSimple",
    "Manipulator4Rsimple",
    "ManipulatorPANDA",
    "ManipulatorPuma560",
    "ManipulatorUR5",
]
