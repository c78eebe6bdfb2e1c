"""What a store offers, in the reference's names: items, the operations on them, and the class to derive from."""

from stepgraph.store.base.embeddings import AEmbeddingsFunc, Embeddings, EmbeddingsFunc, ensure_embeddings
from stepgraph.store.base.items import Item, Result, SearchItem
from stepgraph.store.base.namespaces import InvalidNamespaceError, validate_op_namespace
from stepgraph.store.base.operations import (
    GetOp,
    ListNamespacesOp,
    MatchCondition,
    NamespaceMatchType,
    NamespacePath,
    Op,
    PutOp,
    SearchOp,
)
from stepgraph.store.base.paths import get_text_at_path, tokenize_path
from stepgraph.store.base.settings import NOT_PROVIDED, IndexConfig, NotProvided, TTLConfig
from stepgraph.store.base.store import BaseStore

__all__ = [
    "NOT_PROVIDED",
    "AEmbeddingsFunc",
    "BaseStore",
    "Embeddings",
    "EmbeddingsFunc",
    "GetOp",
    "IndexConfig",
    "InvalidNamespaceError",
    "Item",
    "ListNamespacesOp",
    "MatchCondition",
    "NamespaceMatchType",
    "NamespacePath",
    "NotProvided",
    "Op",
    "PutOp",
    "Result",
    "SearchItem",
    "SearchOp",
    "TTLConfig",
    "ensure_embeddings",
    "get_text_at_path",
    "tokenize_path",
    "validate_op_namespace",
]
