"""Environments of Gymnasium whose physics is a system of Linkwork.

Environment is one system, VectorEnvironment several copies of it in one process.
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError(
        "linkwork.gym needs Gymnasium, which is not installed: pip install linkwork[gym]"
    ) from error

from linkwork.gym.environment import Environment
from linkwork.gym.vector import VectorEnvironment

__all__ = ["Environment", "VectorEnvironment"]
