from __future__ import annotations

from typing import Any

from ._types import Fault


class ImageSearchError(Exception):
    """Every failure of the client.

    ``type`` is a type of the contract (docs/reference/errors.md), or one that the client finds itself: ``connection_lost``,
    ``timed_out``, ``unexpected_answer``, ``invalid_request`` (a 422; ``faults`` has the type of each fault),
    ``image_too_large``, ``options_invalid``.
    """

    def __init__(
        self,
        message: str,
        *,
        type: str,
        status: int | None = None,
        faults: list[Fault] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
        attempts: int = 0,
    ) -> None:
        super().__init__(message)
        self.type = type
        #: HTTP status; None when no answer came.
        self.status = status
        #: What the service said, fault by fault; empty when the client found the error.
        self.faults = faults or []
        self.request_id = request_id
        #: How long the service asked to wait, in seconds.
        self.retry_after = retry_after
        #: Send the same search with this key to get its answer without a second charge.
        self.idempotency_key = idempotency_key
        #: Requests that were sent.
        self.attempts = attempts

    @property
    def ctx(self) -> dict[str, Any]:
        """Facts about the first fault, such as ``needed`` and ``remaining`` of ``credits_exhausted``."""
        return self.faults[0].get("ctx", {}) if self.faults else {}
