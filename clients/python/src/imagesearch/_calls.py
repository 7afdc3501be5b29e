"""The calls of the API, said once for both clients: each builds an exchange, which a client runs in its own way."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable, Coroutine
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from ._answer import Answer
from ._errors import ImageSearchError
from ._exchange import (
    Exchange,
    Limits,
    Request,
    bytes_of,
    exchange,
    json_of,
    location_of,
    nothing_of,
    readiness_of,
    text_of,
)
from ._images import ImageInput, image_field, whole_image
from ._types import (
    Asset,
    Collection,
    Edit,
    Filters,
    IssuedKey,
    Key,
    Keys,
    NewKey,
    Pricing,
    Readiness,
    Result,
    SearchAnswer,
    UploadFacts,
    Usage,
    UsageByDay,
    Use,
)

if TYPE_CHECKING:
    from ._client import AsyncImageSearch, ImageSearch

Given = ParamSpec("Given")
Data = TypeVar("Data")
Variant = Literal["thumb", "view", "credited"]

_TIMEOUT_S = 30.0
_IMAGE_TIMEOUT_S = 60.0
_RETRIES = 4


class _call(Generic[Given, Data]):
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


class Calls:
    """What both clients can do. Raises ImageSearchError ``options_invalid`` for options that no call can have."""

    def __init__(self, base_url: str, api_key: str | None, timeout: float | None, retries: int | None) -> None:
        if not re.match(r"https?://[^/]", base_url, re.IGNORECASE):
            raise _unusable("base_url is an http or https address.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._request("GET", "/")
        self._limits(None, None)

    @_call
    def search(
        self,
        /,
        query: str | None = None,
        *,
        image: ImageInput | None = None,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        parse_design: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Exchange[SearchAnswer]:
        """Images for words, for an example image, or for both. Costs one credit for each ten results, at least one.

        ``more`` are further fields of the request body.
        """
        wanted = {"use": use, "usable_only": usable_only}
        body = {"query": query, "k": k, "filters": filters, **wanted, "parse_design": parse_design, **more}
        limits = self._limits(timeout, retries, has_image=image is not None or "image_base64" in body)
        field = {} if image is None else image_field(image)
        return self._search("/v1/search", {**body, **field}, limits, idempotency_key)

    @_call
    def similar(
        self,
        /,
        asset_id: str,
        *,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Exchange[SearchAnswer]:
        """Images that look like an indexed image. Costs as much as a search."""
        body = {"asset_id": asset_id, "k": k, "filters": filters, "use": use, "usable_only": usable_only, **more}
        return self._search("/v1/similar", body, self._limits(timeout, retries), idempotency_key)

    @_call
    def asset(
        self, asset_id: str, *, use: Use | None = None, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Asset]:
        """All metadata of one image, and with ``use`` whether it may be used for that. Free."""
        asked = {f"use_{purpose}": json.dumps(value) for purpose, value in (use or {}).items()}
        query = f"?{urlencode(asked)}" if asked else ""
        request = self._request("GET", f"/v1/asset/{_escaped(asset_id)}{query}")
        return exchange(request, self._limits(timeout, retries), json_of)

    @_call
    def upload(
        self,
        image: ImageInput,
        said: UploadFacts | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Exchange[Asset]:
        """Adds an image of the account's own, of at most 25 MiB; searches find it when this returns.

        The same bytes are the same image: added again, what is said now replaces what was said. Free; needs a key with the
        scope ``ingest``.
        """
        limits = self._limits(timeout, retries, has_image=True)
        body = {**(said or {}), "image_base64": whole_image(image)}
        return exchange(self._request("POST", "/v1/asset", body), limits, json_of)

    @_call
    def edit(
        self, asset_id: str, edit: Edit, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Asset]:
        """Changes what is said of an image that the account has added. Free; needs a key with the scope ``ingest``."""
        request = self._request("PATCH", f"/v1/asset/{_escaped(asset_id)}", dict(edit))
        return exchange(request, self._limits(timeout, retries), json_of)

    @_call
    def remove(
        self, asset_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[None]:
        """Deletes an image that the account has added, for good. Free; needs a key with the scope ``ingest``.

        Where the answer to a deletion is lost, the next attempt may raise ``asset_not_found``.
        """
        request = self._request("DELETE", f"/v1/asset/{_escaped(asset_id)}")
        return exchange(request, self._limits(timeout, retries), nothing_of)

    @_call
    def usage(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Usage]:
        """Credits, limits and the latest searches of the account. Free."""
        return exchange(self._request("GET", "/v1/usage"), self._limits(timeout, retries), json_of)

    @_call
    def usage_by_day(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[UsageByDay]:
        """What the searches of each key cost on each day: of 1 to 90 days, 30 unless set. Free; needs the scope ``account``."""
        return exchange(self._request("GET", _days_path(days)), self._limits(timeout, retries), json_of)

    @_call
    def usage_csv(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[str]:
        """The same as a table for spreadsheets."""
        request = self._request("GET", _days_path(days), headers={"Accept": "text/csv"})
        return exchange(request, self._limits(timeout, retries), text_of)

    @_call
    def keys(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Keys]:
        """The live keys of the account, never the keys themselves. Free; needs the scope ``account``."""
        return exchange(self._request("GET", "/v1/keys"), self._limits(timeout, retries), json_of)

    @_call
    def create_key(self, key: NewKey, *, timeout: float | None = None) -> Exchange[IssuedKey]:
        """Makes a key. Free; needs the scope ``account``.

        It is sent once: where its answer is lost, look for the key in ``keys`` and revoke it. Raises ``key_refused`` when the
        account has 100 live keys.
        """
        return exchange(self._request("POST", "/v1/keys", dict(key)), self._limits(timeout, 0), json_of)

    @_call
    def rename_key(
        self, key_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Key]:
        """Names a key. Free; needs the scope ``account``. Raises ``key_not_found`` or ``key_refused``."""
        request = self._request("PATCH", f"/v1/keys/{_escaped(key_id)}", {"name": name})
        return exchange(request, self._limits(timeout, retries), json_of)

    @_call
    def rotate_key(
        self, key_id: str, *, grace_s: int | None = None, timeout: float | None = None
    ) -> Exchange[IssuedKey]:
        """Replaces a key by one with the same name, scopes, bounds and expiry. Free; needs the scope ``account``.

        The old key works for ``grace_s`` more seconds: a day unless set, at most 30 days. It is sent once: where its answer
        is lost, revoke the successor, which ``keys`` lists, and rotate again. Raises ``key_not_found``, or ``key_refused``
        for a key that was rotated before or has a scope that only the operator gives.
        """
        body = {} if grace_s is None else {"grace_s": grace_s}
        request = self._request("POST", f"/v1/keys/{_escaped(key_id)}/rotate", body)
        return exchange(request, self._limits(timeout, 0), json_of)

    @_call
    def revoke_key(
        self, key_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[None]:
        """Ends a key: it is refused everywhere within 5 seconds. Free; needs the scope ``account``.

        Where the answer is lost, the next attempt may raise ``key_not_found``. Raises ``key_refused`` for another key with
        the scope ``account``.
        """
        request = self._request("DELETE", f"/v1/keys/{_escaped(key_id)}")
        return exchange(request, self._limits(timeout, retries), nothing_of)

    @_call
    def pricing(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Pricing]:
        """Plans and credit rules. Free; needs no key."""
        return exchange(self._request("GET", "/v1/pricing"), self._limits(timeout, retries), json_of)

    @_call
    def collection(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Collection]:
        """How many images there are, and frequent words and colours. Free."""
        return exchange(self._request("GET", "/v1/collection"), self._limits(timeout, retries), json_of)

    @_call
    def warm(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Readiness]:
        """Whether each part of the service is ready. A service that is not ready is an answer too. Free."""
        return exchange(self._request("GET", "/v1/warm"), self._limits(timeout, retries), readiness_of)

    @_call
    def file(
        self,
        of: Result | Asset | str,
        *,
        variant: Variant | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Exchange[bytes]:
        """The file of a search result, or of an asset by its id. Free."""
        # The address of a result needs no key; the one of an asset does, and its redirect must not carry the key on.
        limits = self._limits(timeout, retries, has_image=True)
        address = of if isinstance(of, str) else of["file"]
        if not isinstance(of, str) and "/v1/asset/direct/" not in address:
            first = Request("GET", _with_variant(address, variant), {})
        else:
            asset_id = of if isinstance(of, str) else of["asset_id"]
            request = self._request("GET", f"/v1/asset/direct/{_escaped(asset_id)}")
            first = Request("GET", _with_variant(request.url, variant), request.headers)
        ends_at = time.monotonic() + limits.timeout
        location: Answer[str] = yield from exchange(first, limits, location_of)
        left = Limits(max(0.001, ends_at - time.monotonic()), limits.retries)
        second = Request("GET", location.data, {}, follows_redirects=True)
        return (yield from exchange(second, left, bytes_of))

    def _search(
        self, path: str, body: dict[str, Any], limits: Limits, idempotency_key: str | None
    ) -> Exchange[SearchAnswer]:
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        sent = {name: value for name, value in body.items() if value is not None}
        return exchange(self._request("POST", path, sent, idempotency_key=key), limits, json_of)

    def _request(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        headers: dict[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Request:
        given = {
            "Accept": "application/json",
            "Content-Type": None if body is None else "application/json",
            "X-API-Key": self._api_key,
            "Idempotency-Key": idempotency_key,
            **(headers or {}),
        }
        sent = {name: value for name, value in given.items() if value is not None}
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


def _escaped(part: str) -> str:
    return quote(part, safe="")


def _days_path(days: int | None) -> str:
    return "/v1/usage/days" if days is None else f"/v1/usage/days?days={days}"


def _with_variant(address: str, variant: Variant | None) -> str:
    if variant is None:
        return address
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query)), "v": variant}
    return urlunsplit(parts._replace(query=urlencode(query)))


def _unusable(message: str) -> ImageSearchError:
    return ImageSearchError(message, type="options_invalid")
