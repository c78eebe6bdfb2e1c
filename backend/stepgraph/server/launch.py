"""Who may ask: one-time launch codes that a page swaps for a token, and the tokens themselves, kept hashed."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from secrets import token_urlsafe
from time import monotonic

from stepgraph.server.limits import Bucket
from stepgraph.server.refusals import Refusal
from stepgraph.server.settings import Outside
from stepgraph.server.store.access import add_token, all_tokens, forget_tokens
from stepgraph.server.store.store import Store

CODE_S = 60.0
TOKEN_DAYS = 30
GUESSES = 5
MS_PER_DAY = 24 * 60 * 60 * 1000


class Launch:
    """Makes codes and tokens, and knows which are good. Guesses are slowed down to one a second."""

    def __init__(self, store: Store, outside: Outside, *, clock_s: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._outside = outside
        self._clock_s = clock_s
        self._codes: dict[str, float] = {}
        self._tokens: frozenset[str] = frozenset()
        self._code_guesses = Bucket(burst=GUESSES, per_second=1, clock_s=clock_s)
        self._token_guesses = Bucket(burst=GUESSES, per_second=1, clock_s=clock_s)

    async def open(self) -> None:
        """Remember the tokens that earlier servers gave out."""
        oldest_ms = self._outside.now_ms() - TOKEN_DAYS * MS_PER_DAY
        await self._store.write(partial(forget_tokens, made_before_ms=oldest_ms))
        self._tokens = await self._store.read(all_tokens)

    def new_code(self) -> str:
        """Return a code that is good once, and for a minute."""
        code = token_urlsafe(24)
        self._codes[_hash(code)] = self._clock_s() + CODE_S
        return code

    async def redeem(self, code: str) -> str:
        """Swap a code for a token. Raises Refusal."""
        # A code that is right never waits, or anybody who guesses could keep its owner out.
        if not self._use(code):
            if not self._code_guesses.take():
                raise Refusal("launch.too_many", "Too many wrong codes. Wait a few seconds, then try again.")
            raise Refusal(
                "launch.code", "This launch address was used already, or is older than a minute. Ask for a new one."
            )
        token = token_urlsafe(32)
        await self._store.write(partial(add_token, token_hash=_hash(token), now_ms=self._outside.now_ms()))
        self._tokens |= {_hash(token)}
        return token

    def knows(self, token: str) -> bool:
        """Say whether this is a token that was given out."""
        # What is compared is a hash of what was sent, so the time it takes tells nothing about a token.
        return _hash(token) in self._tokens

    def may_guess(self) -> bool:
        """Count a wrong token; say whether the guesser may be told that it is wrong yet."""
        return self._token_guesses.take()

    def _use(self, code: str) -> bool:
        now_s = self._clock_s()
        self._codes = {known: until for known, until in self._codes.items() if until > now_s}
        sent = _hash(code)
        found = [known for known in self._codes if hmac.compare_digest(known, sent)]
        for known in found:
            del self._codes[known]
        return bool(found)


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
