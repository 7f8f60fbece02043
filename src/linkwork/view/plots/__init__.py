"""Plots by matplotlib (extra `plot`), which is imported when the first one is made."""

from linkwork.view.plots.solution_plot import plot_solution

__all__ = ["plot_solution"]
