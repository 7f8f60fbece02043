"""Linear solvers: a layout of the system matrix, and kernels that factorise and solve."""
