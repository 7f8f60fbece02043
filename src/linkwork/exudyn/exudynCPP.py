"""Home of the core classes in the other program; here all names of the package."""

from linkwork.exudyn import *
