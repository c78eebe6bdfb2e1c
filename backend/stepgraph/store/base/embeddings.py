"""Embeddings: what makes vectors of texts, of a class or as one function."""

from __future__ import annotations

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias, cast

EmbeddingsFunc: TypeAlias = Callable[[Sequence[str]], list[list[float]]]
AEmbeddingsFunc: TypeAlias = Callable[[Sequence[str]], Awaitable[list[list[float]]]]


class Embeddings(ABC):
    """Makes a vector of each text; LangChain's class of this name has the same methods and serves as well."""

    @abstractmethod
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text that is to be found."""

    @abstractmethod
    def embed_query(self, text: str) -> list[float]:
        """Return a vector for what is looked for."""

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text that is to be found, made in a thread."""
        return await asyncio.to_thread(self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Return a vector for what is looked for, made in a thread."""
        return await asyncio.to_thread(self.embed_query, text)


class _FunctionEmbeddings(Embeddings):
    """Embeddings of one function, plain or to be awaited."""

    def __init__(self, function: EmbeddingsFunc | AEmbeddingsFunc) -> None:
        self._function: Callable[[Sequence[str]], Any] = function
        call = getattr(function, "__call__", None)  # noqa: B004  # its method, to see whether it is to be awaited
        self._is_async = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text."""
        if self._is_async:
            raise ValueError(
                "EmbeddingsLambda was initialized with an async function but no sync function. "
                "Use aembed_documents for async operation or provide a sync function."
            )
        return cast(list[list[float]], self._function(texts))

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text."""
        if self._is_async:
            return cast(list[list[float]], await self._function(texts))
        return await super().aembed_documents(texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return (await self.aembed_documents([text]))[0]


def ensure_embeddings(embed: Any) -> Any:
    """Return what makes vectors as an object with the methods of `Embeddings`."""
    if embed is None:
        raise ValueError("embed must be provided")
    if isinstance(embed, str):
        raise ValueError(
            f"Could not load embeddings from string '{embed}': a store does not load models by name. Give the object "
            "that LangChain's init_embeddings makes of it, or a function from texts to vectors."
        )
    if hasattr(embed, "embed_documents") and hasattr(embed, "embed_query"):
        return embed
    if not callable(embed):
        raise TypeError(
            f"embed must be a function from texts to vectors or an object with embed_documents and embed_query, "
            f"not {type(embed).__name__}."
        )
    return _FunctionEmbeddings(embed)
