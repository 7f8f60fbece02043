"""Lets processes that a script starts find Linkwork under the name `exudyn`.

The runner puts the folder of this package on sys.path, which is passed on to new processes.
"""

import sys

sys.modules.pop(__name__, None)  # else it would count as the other package

import linkwork.exudyn  # noqa: E402
import linkwork.exudyn.install  # noqa: E402

sys.modules[__name__] = linkwork.exudyn
