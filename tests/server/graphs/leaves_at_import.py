# script: {"load": "leave"}
"""Leaves while it is imported, with an exit code that means success."""

import os

os._exit(0)
