"""`linkwork schema`: the JSON schema of model files."""

from __future__ import annotations

import argparse
import json

from linkwork.cli.failures import FINE


def execute(options: argparse.Namespace) -> int:
    """Print the schema."""
    from linkwork.model_file import schema

    print(json.dumps(schema(), indent=2))
    return FINE
