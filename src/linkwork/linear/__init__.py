"""Linear solvers: layouts of the matrix, factorisation."""
