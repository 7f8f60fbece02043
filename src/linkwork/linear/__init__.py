"""Linear solvers: layouts of the matrix, factorization."""
