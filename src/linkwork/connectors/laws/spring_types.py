"""Names of spring laws and of the extrapolation of their tables; columns hold the numbers."""

SPRING_TYPES = ("Linear", "Tensile", "Compressive", "Tabular")
LINEAR, TENSILE, COMPRESSIVE, TABULAR = range(4)
ENDS = ("hold", "linear")
