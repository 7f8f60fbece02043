"""`python -m linkwork` is the command line."""

import sys

from linkwork.cli import main

sys.exit(main())
