"""Robots: serial and tree-like chains of links, trajectories."""

from linkwork.exudyn.robotics.roboticsCore import *
