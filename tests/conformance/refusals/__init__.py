"""Every refusal that the engine's specification names, with its class, code and words."""

from tests.conformance.refusals.building import ROWS as BUILDING
from tests.conformance.refusals.running import ROWS as RUNNING
from tests.conformance.refusals.table import Refusal, seen

REFUSALS: dict[str, Refusal] = {**BUILDING, **RUNNING}

__all__ = ["BUILDING", "REFUSALS", "RUNNING", "Refusal", "seen"]
