from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Data = TypeVar("Data")


@dataclass(frozen=True)
class Credits:
    #: 0 for a free request and for a replayed answer.
    charged: int
    #: None on a plan without a fixed number, and in answers that do not say it.
    remaining: int | None


@dataclass(frozen=True)
class LimitState:
    """One limit of the account: ``rpm`` and ``rpd`` are rolling windows, ``concurrent`` counts requests in progress."""

    name: str
    quota: int | None
    remaining: int
    #: Seconds until some of it is free again; None when the answer does not say.
    reset_s: int | None


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """What the service answered, and what it cost."""

    data: Data
    credits: Credits
    #: Whether this is the stored answer of an earlier attempt.
    is_replayed: bool
    #: Empty on a plan without limits.
    limits: list[LimitState]
    request_id: str | None
    #: Of an image of a look-up: what ``edit`` takes as ``if_match``. None in other answers.
    etag: str | None
    #: Requests that were sent for it.
    attempts: int


def answer_of(data: Data, headers: Mapping[str, str], attempts: int) -> Answer[Data]:
    remaining = headers.get("X-Credits-Remaining")
    return Answer(
        data=data,
        credits=Credits(
            charged=int(headers.get("X-Credits-Charged", "0")),
            remaining=None if remaining is None else int(remaining),
        ),
        is_replayed=headers.get("Idempotent-Replayed") == "true",
        limits=_limits_of(headers),
        request_id=headers.get("X-Request-Id"),
        etag=headers.get("ETag"),
        attempts=attempts,
    )


def _limits_of(headers: Mapping[str, str]) -> list[LimitState]:
    """``RateLimit`` and ``RateLimit-Policy`` of draft-ietf-httpapi-ratelimit-headers-11."""
    quotas = {name: facts.get("q") for name, facts in _items(headers.get("RateLimit-Policy", ""))}
    return [
        LimitState(name=name, quota=quotas.get(name), remaining=facts["r"], reset_s=facts.get("t"))
        for name, facts in _items(headers.get("RateLimit", ""))
        if "r" in facts
    ]


def _items(header: str) -> list[tuple[str, dict[str, int]]]:
    return [
        (name, {key: int(value) for key, value in re.findall(r";([qrt])=(\d+)", parameters)})
        for name, parameters in re.findall(r'"([^"]+)"((?:;\w+=[^,;]+)*)', header)
    ]
