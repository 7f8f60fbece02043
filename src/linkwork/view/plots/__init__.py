"""Plots by matplotlib (extra `plot`), which is imported with the first plot."""

from linkwork.view.plots.solution_plot import plot_solution

__all__ = ["plot_solution"]
