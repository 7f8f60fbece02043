"""Models as JSON files, for `mbs.save` and `linkwork.load`.

read(path) returns the Contents of a file, text_of and items_of convert between items and text,
schema() is the JSON schema that follows from the declarations of all known kinds.
"""

from linkwork.model_file.contents import Contents, items_of, text_of
from linkwork.model_file.files import read
from linkwork.model_file.schema import schema

__all__ = ["Contents", "items_of", "read", "schema", "text_of"]
