"""What is sent, and when it is sent again. It does no I/O: the sync and the async client drive the same generators."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar, Union
from urllib.parse import urljoin

from ._answer import Answer, answer_of
from ._errors import ImageSearchError
from ._types import Fault

Data = TypeVar("Data")


@dataclass(frozen=True)
class Limits:
    """Seconds for the whole call, pauses included, and requests after the first one."""

    timeout: float
    retries: int

    @property
    def attempt_timeout(self) -> float:
        """An attempt that takes half of the time is given up, so that another one can follow."""
        return self.timeout if self.retries == 0 else self.timeout / 2


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    idempotency_key: str | None = None
    #: Only without a key, which would go to the target.
    follows_redirects: bool = False


@dataclass(frozen=True)
class Response:
    """An answer that was read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str = ""


@dataclass(frozen=True)
class Send:
    request: Request
    #: Seconds for the request and its whole answer.
    timeout: float


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Lost:
    """No complete answer came."""

    cause: BaseException
    is_timeout: bool = field(default=False)


Step = Union[Send, Pause]
Outcome = Union[Response, Lost, None]
#: Yields what to do, takes what came of it, and returns an answer.
Exchange = Generator[Step, Outcome, Answer[Data]]

#: Statuses after which the same request may succeed. A proxy answers 502 when its connection to the service is lost.
_RETRYABLE_STATUSES = {429, 502, 503, 504}
_RETRYABLE_TYPES = {"connection_lost", "timed_out", "idempotency_in_flight"}
_BACKOFF_S = 0.25
_BACKOFF_MAX_S = 8.0
#: Added to Retry-After, so that callers that were refused together do not come back together.
_SPREAD_MAX_S = 1.0


def exchange(request: Request, limits: Limits, read: Callable[[Response], Data]) -> Exchange[Data]:
    """Sends a request, again where that may help and the time allows it.

    Every attempt has the same Idempotency-Key, so the service charges one of them at most.
    """
    ends_at = time.monotonic() + limits.timeout
    attempts = 0
    while True:
        attempts += 1
        left = max(0.001, ends_at - time.monotonic())
        outcome = yield Send(request, min(limits.attempt_timeout, left))
        try:
            if isinstance(outcome, Response):
                return answer_of(read(outcome), outcome.headers, attempts)
            raise _failure(outcome)
        except ImageSearchError as error:
            error.attempts = attempts
            error.idempotency_key = request.idempotency_key
            pause = _pause_after(attempts, error)
            has_time = time.monotonic() + pause < ends_at
            if attempts > limits.retries or not _is_retryable(error) or not has_time:
                raise
        yield Pause(pause)


def json_of(response: Response) -> Any:
    """The body of a 200 or a 201. Raises ImageSearchError for anything else."""
    if response.status not in (200, 201):
        raise refusal(response)
    try:
        return json.loads(response.body)
    except ValueError as error:
        raise ImageSearchError("The answer was cut off.", type="connection_lost") from error


def readiness_of(response: Response) -> Any:
    """A service that is not ready answers 503 with the readiness of each part; an error has another shape."""
    if response.status == 503 and re.search(rb'"ready":\s*false', response.body):
        return json.loads(response.body)
    return json_of(response)


def text_of(response: Response) -> str:
    if response.status != 200:
        raise refusal(response)
    return response.body.decode()


def nothing_of(response: Response) -> None:
    if response.status != 204:
        raise refusal(response)


def location_of(response: Response) -> str:
    location = response.headers.get("Location")
    if response.status != 302 or location is None:
        raise refusal(response)
    return urljoin(response.url, location)


def bytes_of(response: Response) -> bytes:
    if response.status != 200:
        raise refusal(response)
    return response.body


def refusal(response: Response) -> ImageSearchError:
    """The error that an answer without success states. A body of another shape is a proxy's."""
    faults = _faults_of(response.body)
    request_id = response.headers.get("X-Request-Id")
    retry_after = _retry_after_of(response.headers)
    if not faults:
        message = f"Not the image search answered, but something else, with status {response.status}."
        kind = "unexpected_answer"
    else:
        message = " ".join(_sentence(fault) for fault in faults)
        kind = faults[0]["type"]
        if response.status == 422 and kind != "idempotency_mismatch":
            kind = "invalid_request"
    return ImageSearchError(
        message, type=kind, status=response.status, faults=faults, request_id=request_id, retry_after=retry_after
    )


def _failure(outcome: Lost | None) -> ImageSearchError:
    if outcome is not None and outcome.is_timeout:
        error = ImageSearchError("The image search did not answer in time.", type="timed_out")
    else:
        error = ImageSearchError("The connection to the image search was lost.", type="connection_lost")
    error.__cause__ = outcome.cause if outcome is not None else None
    return error


def _is_retryable(error: ImageSearchError) -> bool:
    return error.type in _RETRYABLE_TYPES or error.status in _RETRYABLE_STATUSES


def _pause_after(attempt: int, error: ImageSearchError) -> float:
    backoff: float = min(_BACKOFF_MAX_S, _BACKOFF_S * 2.0**attempt)
    if error.retry_after is None:
        return backoff * random.uniform(0.5, 1)
    return error.retry_after + random.uniform(0, min(_SPREAD_MAX_S, backoff))


def _retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds; None when it is absent or unreadable. A date counts from the answer's own ``Date``."""
    value = headers.get("Retry-After")
    if value is None:
        return None
    if re.fullmatch(r"[0-9]+", value):
        return float(value)
    try:
        wait = parsedate_to_datetime(value) - parsedate_to_datetime(headers.get("Date", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, wait.total_seconds())


def _sentence(fault: Fault) -> str:
    loc = fault["loc"][1:] if fault["loc"][:1] == ["body"] else fault["loc"]
    path = ".".join(str(part) for part in loc)
    return f"{path}: {fault['msg']}" if path else fault["msg"]


def _faults_of(body: bytes) -> list[Fault]:
    try:
        detail = json.loads(body)["detail"]
    except (ValueError, TypeError, KeyError):
        return []
    return [fault for fault in detail if _is_fault(fault)] if isinstance(detail, list) else []


def _is_fault(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and isinstance(value.get("msg"), str)
        and isinstance(value.get("loc"), list)
    )
