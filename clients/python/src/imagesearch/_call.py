"""How a method of both clients is made, and what each request has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine, Mapping
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload
from urllib.parse import quote, urlencode

from ._answer import Answer
from ._errors import ImageSearchError
from ._exchange import Exchange, Limits, Request

if TYPE_CHECKING:
    from ._client import AsyncImageSearch, ImageSearch

Given = ParamSpec("Given")
Data = TypeVar("Data")

_TIMEOUT_S = 30.0
_IMAGE_TIMEOUT_S = 60.0
_RETRIES = 4


class call(Generic[Given, Data]):
    """Makes a method of both clients of a function that builds an exchange."""

    def __init__(self, build: Callable[Concatenate[Any, Given], Exchange[Data]]) -> None:
        self._build = build

    @overload
    def __get__(self, client: None, kind: object) -> Callable[Concatenate[Any, Given], Exchange[Data]]: ...

    @overload
    def __get__(self, client: ImageSearch, kind: object) -> Callable[Given, Answer[Data]]: ...

    @overload
    def __get__(self, client: AsyncImageSearch, kind: object) -> Callable[Given, Coroutine[Any, Any, Answer[Data]]]: ...

    def __get__(self, client: ImageSearch | AsyncImageSearch | None, kind: object) -> Any:
        if client is None:
            return self._build
        return update_wrapper(partial(client._run, self._build), self._build)


class CallBase:
    """What both clients are made with. Raises ImageSearchError ``options_invalid`` for options that no call can have."""

    def __init__(self, base_url: str, api_key: str | None, timeout: float | None, retries: int | None) -> None:
        if not re.match(r"https?://[^/]", base_url, re.IGNORECASE):
            raise _unusable("base_url is an http or https address.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._request("GET", "/")
        self._limits(None, None)

    def _request(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        headers: Mapping[str, str | None] | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        headers_given = {
            "Accept": "application/json",
            "Content-Type": None if body is None else "application/json",
            "X-API-Key": self._api_key,
            "Idempotency-Key": idempotency_key,
            **(headers or {}),
        }
        sent = {name: value for name, value in headers_given.items() if value is not None}
        if not all(re.fullmatch(r"[\x20-\x7e]+", value) for value in sent.values()):
            raise _unusable("The API key or the Idempotency-Key has characters that a header cannot carry.")
        content = None if body is None else json.dumps(body).encode()
        return Request(method, self._base_url + path, sent, content, idempotency_key)

    def _limits(self, timeout: float | None, retries: int | None, has_image: bool = False) -> Limits:
        default = _IMAGE_TIMEOUT_S if has_image else _TIMEOUT_S
        limits = Limits(
            timeout=_first(timeout, self._timeout, default), retries=int(_first(retries, self._retries, _RETRIES))
        )
        if not limits.timeout > 0 or limits.retries < 0:
            raise _unusable("timeout is above 0, and retries is 0 or above.")
        return limits


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)


def escaped(part: str) -> str:
    return quote(part, safe="")


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def with_query(path: str, parameters: Mapping[str, object]) -> str:
    """The path with those parameters that are not None."""
    said = given(parameters)
    return f"{path}?{urlencode(said)}" if said else path


def _unusable(message: str) -> ImageSearchError:
    return ImageSearchError(message, type="options_invalid")
