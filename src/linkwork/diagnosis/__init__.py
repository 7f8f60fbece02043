"""What is wrong or suspicious in a model, before it is solved and when solving has failed."""

from linkwork.diagnosis.diagnose import check, explain
from linkwork.diagnosis.findings import Diagnosis, Finding

__all__ = ["Diagnosis", "Finding", "check", "explain"]
