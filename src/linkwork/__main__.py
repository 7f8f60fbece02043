"""`python -m linkwork` runs the command line."""

import sys

from linkwork.cli import main

sys.exit(main())
