"""Laws of springs by name, and what their tables do beyond their ends; columns hold the numbers."""

SPRING_TYPES = ("Linear", "Tensile", "Compressive", "Tabular")
LINEAR, TENSILE, COMPRESSIVE, TABULAR = range(4)
ENDS = ("hold", "linear")
