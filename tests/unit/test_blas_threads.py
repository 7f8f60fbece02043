"""BLAS runs on one thread while a system of dense fronts is solved, and gets its threads back."""

import pytest

from linkwork.core.enums import LinearSolverType
from linkwork.linear import blas, choose


class Library:
    """Stands for OpenBLAS."""

    def __init__(self, threads):
        self.threads = threads

    def scipy_openblas_get_num_threads(self):
        return self.threads

    def scipy_openblas_set_num_threads(self, threads):
        self.threads = threads


def test_runs_that_overlap_give_the_threads_back_when_the_last_one_ends(monkeypatch):
    library = Library(4)
    monkeypatch.setattr(blas, "_openblas", lambda: library)
    first = blas.one_thread()
    second = blas.one_thread()
    assert library.threads == 1
    first()
    first()  # twice is once
    assert library.threads == 1
    second()
    assert library.threads == 4
    again = blas.one_thread()
    assert library.threads == 1
    again()
    assert library.threads == 4


def test_other_builds_of_blas_are_left_alone(monkeypatch):
    monkeypatch.setattr(blas, "_openblas", lambda: None)
    assert blas.one_thread()() is None


@pytest.mark.parametrize(("unknowns", "threads"), [(31, 1), (500, 1), (501, 4)])
def test_small_full_matrices_are_factorized_by_one_thread(monkeypatch, unknowns, threads):
    library = Library(4)
    monkeypatch.setattr(blas, "_openblas", lambda: library)
    layout = choose.choose(unknowns, LinearSolverType.EXUdense, pattern=None)
    layout.open(data=None)
    assert library.threads == threads
    layout.close()
    assert library.threads == 4
