"""The versions this package speaks of."""

from __future__ import annotations

from typing import Final

__version__: Final = "1.2.24"
"""The LangGraph release whose observable behaviour the engine follows."""

product: Final = "0.1.0"
"""The release of Stepgraph itself."""
