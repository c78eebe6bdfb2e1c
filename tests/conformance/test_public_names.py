"""Every public name that the definition of a graph imports is here under the same path."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

import stepgraph.version

NAMES = {
    "graph": "END MessageGraph MessagesState START StateGraph add_messages",
    "graph.state": "CompiledStateGraph StateGraph",
    "graph.message": "MessageGraph MessagesState REMOVE_ALL_MESSAGES RemoveMessage add_messages",
    "channels": (
        "AnyValue BaseChannel BinaryOperatorAggregate DeltaChannel EphemeralValue LastValue LastValueAfterFinish "
        "NamedBarrierValue NamedBarrierValueAfterFinish Topic UntrackedValue"
    ),
    "channels.base": "BaseChannel",
    "channels.last_value": "LastValue LastValueAfterFinish",
    "channels.binop": "BinaryOperatorAggregate",
    "channels.topic": "Topic",
    "channels.ephemeral_value": "EphemeralValue",
    "channels.any_value": "AnyValue",
    "channels.named_barrier_value": "NamedBarrierValue NamedBarrierValueAfterFinish",
    "channels.untracked_value": "UntrackedValue",
    "channels.delta": "DeltaChannel",
    "types": (
        "All CachePolicy CheckpointPayload CheckpointStreamPart CheckpointTask Checkpointer Command CustomStreamPart "
        "DebugPayload DebugStreamPart Durability GraphOutput Interrupt MessagesStreamPart Overwrite "
        "PregelExecutableTask PregelTask RetryPolicy Send StateSnapshot StateUpdate StreamMode StreamPart StreamWriter "
        "TaskPayload TaskResultPayload TasksStreamPart TimeoutPolicy TracePolicy UpdatesStreamPart ValuesStreamPart "
        "ensure_valid_checkpointer interrupt omit_payload"
    ),
    "errors": (
        "EmptyChannelError EmptyInputError ErrorCode GraphBubbleUp GraphDrained GraphInterrupt GraphRecursionError "
        "InvalidUpdateError NodeCancelledError NodeError NodeInterrupt NodeTimeoutError ParentCommand TaskNotFound "
        "UnknownInterruptError is_invalid_resume"
    ),
    "constants": "CONF CONFIG_KEY_CHECKPOINTER END START TAG_HIDDEN TAG_NOSTREAM TASKS",
    "pregel": "NodeBuilder Pregel",
    "func": "entrypoint task",
    "managed": "IsLastStep RemainingSteps",
    "managed.is_last_step": "IsLastStep RemainingStepsManager",
    "runtime": "BaseUser DEFAULT_RUNTIME ExecutionInfo RunControl Runtime ServerInfo get_runtime",
    "config": "get_config get_store get_stream_writer",
    "checkpoint.base": (
        "BaseCheckpointSaver Checkpoint CheckpointMetadata CheckpointTuple DeltaChannelHistory EmptyChannelError V "
        "copy_checkpoint create_checkpoint empty_checkpoint get_checkpoint_id get_checkpoint_metadata "
        "get_serializable_checkpoint_metadata writes_sort_key"
    ),
    "checkpoint.memory": "InMemorySaver MemorySaver PersistentDict",
    "checkpoint.serde.jsonplus": "JsonPlusSerializer",
    "checkpoint.sqlite": "SqliteSaver",
    "checkpoint.sqlite.aio": "AsyncSqliteSaver T",
    "store.base": (
        "BaseStore Embeddings GetOp Item ListNamespacesOp MatchCondition NamespaceMatchType NamespacePath Op PutOp "
        "SearchItem SearchOp ensure_embeddings get_text_at_path tokenize_path validate_op_namespace"
    ),
    "store.memory": "InMemoryStore",
    "cache.base": "BaseCache ValueT",
    "cache.memory": "InMemoryCache",
    "version": "__version__",
}


@pytest.mark.parametrize("module", NAMES)
def test_a_file_of_the_reference_finds_its_names(module: str) -> None:
    """Swapping the package in the import is all it needs."""
    names = set(NAMES[module].split())

    found = {
        package: {name for name in names if hasattr(importlib.import_module(f"{package}.{module}"), name)}
        for package in ("langgraph", "stepgraph")
    }

    assert found == {"langgraph": names, "stepgraph": names}


@pytest.mark.parametrize("name", NAMES["constants"].split())
def test_the_reserved_names_are_the_same(name: str) -> None:
    """They stand in checkpoints and in files."""
    ours, reference = (importlib.import_module(f"{package}.constants") for package in ("stepgraph", "langgraph"))

    assert getattr(ours, name) == getattr(reference, name)


def test_the_version_is_that_of_the_model() -> None:
    """A file may look at it."""
    assert stepgraph.version.__version__ == importlib.import_module("langgraph.version").__version__


def test_every_method_of_a_saver_is_there() -> None:
    """With the parameters of the reference, in its order."""
    theirs, ours = (
        importlib.import_module(f"{package}.checkpoint.base").BaseCheckpointSaver
        for package in ("langgraph", "stepgraph")
    )
    methods = [name for name, value in vars(theirs).items() if inspect.isfunction(value) and not name.startswith("_")]

    assert {name: list(inspect.signature(getattr(ours, name)).parameters) for name in methods} == {
        name: list(inspect.signature(getattr(theirs, name)).parameters) for name in methods
    }


# What is the reference's own inside, or hangs on each object and is there once one is made.
_INSIDE = "attach_branch attach_edge attach_node validate cursor dump with_msgpack_allowlist config_specs"
_OF_EACH = (
    "cache cache_policy checkpointer config context_schema name retry_policy serde step_timeout store stream_mode"
)
_OF_STREAMS = "stream_eager stream_channels_asis stream_channels_list stream_events"
NOT_HERE = {*_INSIDE.split(), *_OF_EACH.split(), *_OF_STREAMS.split()}
NO_CLASS_OF_OURS = {"RemoveMessage", "PersistentDict", "T", "ValueT", "V"}
USED = [(module, name) for module, names in NAMES.items() for name in names.split() if name not in NO_CLASS_OF_OURS]


class Anything(frozenset[str]):
    """The arguments of a call that takes any."""

    def __contains__(self, _name: object) -> bool:
        return True


def accepted(call: Any) -> frozenset[str]:
    """Return the names by which arguments may be passed."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return Anything()
    if any(found.kind is inspect.Parameter.VAR_KEYWORD for found in parameters):
        return Anything()
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return frozenset(found.name for found in parameters if found.kind in by_name and found.name != "self")


@pytest.mark.parametrize(("module", "name"), USED, ids=str)
def test_a_public_name_is_used_as_in_the_reference(module: str, name: str) -> None:
    """Every method is there, and takes the arguments by the same names; others may be taken beside them."""
    theirs, ours = (
        getattr(importlib.import_module(f"{package}.{module}"), name) for package in ("langgraph", "stepgraph")
    )
    members = [key for key in dir(theirs) if not key.startswith("_") and key not in NOT_HERE]
    is_class = inspect.isclass(theirs)

    missing = [key for key in members if is_class and not hasattr(ours, key)]
    calls = [(theirs, ours), *((getattr(theirs, key), getattr(ours, key, None)) for key in members if is_class)]
    refused = [
        (getattr(their, "__name__", name), argument)
        for their, own in calls
        if callable(their) and callable(own)
        for argument in accepted(their)
        if argument not in accepted(own)
    ]

    assert (missing, refused) == ([], [])
