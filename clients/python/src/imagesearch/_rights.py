from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Literal, TypedDict

from ._types import Asset, Result, Rights


class _WithRights(TypedDict):
    rights: Rights


@dataclass(frozen=True)
class Permissions:
    """True, False, or None when the source does not say.

    None counts as False in a condition, so that only a known permission opens it; compare with ``is None`` to tell the
    two apart.
    """

    use_commercially: bool | None
    #: Publish it cropped, recoloured or combined.
    modify: bool | None
    use_without_credit: bool | None
    #: Publish a changed version under another licence than the image's.
    relicense_changes: bool | None


def may(image: Result | Asset | _WithRights) -> Permissions:
    """What may be done with an image, as its source declares it."""
    rights = image["rights"]
    derivatives = rights["derivatives"]
    return Permissions(
        use_commercially=rights["commercial"],
        modify=derivatives,
        use_without_credit=_not(rights["attribution_required"]),
        relicense_changes=_not(rights["share_alike"]) if derivatives is True else derivatives,
    )


def credit(image: Result | Asset | _WithRights, format: Literal["text", "html", "markdown", "json-ld"] = "text") -> str:
    """The credit line of an image, to be shown with it; empty when none is needed, and when nobody says whether one is.

    Only ``may(image).use_without_credit is True`` means that none is needed.
    The words of the source are escaped for the format. In HTML and Markdown the addresses of the source and of the
    licence are links. JSON-LD is a ``schema.org/ImageObject`` in any case, safe within a
    ``<script type="application/ld+json">``.
    """
    rights = image["rights"]
    if format == "json-ld":
        return json.dumps(_image_object(image), indent=2, ensure_ascii=False).replace("<", "\\u003c")
    line = re.sub(r"\s+", " ", rights["attribution"] or "")
    if format == "text" or line == "":
        return line
    words, link = _FORMATS[format]
    parts = _parts_of(line, rights["provenance_url"])
    return "".join(link(text) if is_address else words(text) for text, is_address in parts)


def _image_object(image: Result | Asset | _WithRights) -> dict[str, object]:
    """Fields whose facts are unknown are left out."""
    rights = image["rights"]
    line = None if rights["attribution"] is None else re.sub(r"\s+", " ", rights["attribution"])
    facts: dict[str, object] = dict(image)
    page, creator = rights["provenance_url"], facts.get("creator")
    fields: dict[str, object] = {
        "contentUrl": facts.get("file"),
        "name": facts.get("title"),
        "license": _deed_of(rights),
        "acquireLicensePage": page if _WEB_ADDRESS.fullmatch(page) else None,
        "creditText": creator if line is None else line,
        # Whether a person or an organisation, no source says.
        "creator": {"name": creator} if creator else None,
        "copyrightNotice": line,
    }
    known = {name: value for name, value in fields.items() if value}
    return {"@context": "https://schema.org/", "@type": "ImageObject", **known}


_CC = "https://creativecommons.org"
_CC_CODE = re.compile(r"cc-(by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)(?:-([a-z]{2,8}))?")
_CC_PUBLIC = {"cc0": f"{_CC}/publicdomain/zero/1.0/", "pdm": f"{_CC}/publicdomain/mark/1.0/"}
_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)


def _deed_of(rights: Rights) -> str | None:
    """The licence's address as the credit line has it, else as the codes of Creative Commons give it."""
    page = rights["provenance_url"]
    for text, is_address in _parts_of(rights["attribution"] or "", page):
        if is_address and text != page:
            return text
    code = _CC_CODE.fullmatch(rights["license"])
    if code is None:
        return _CC_PUBLIC.get(rights["license"])
    name, version, port = code.groups()
    return f"{_CC}/licenses/{name}/{version}/{f'{port}/' if port else ''}"


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _parts_of(line: str, page: str) -> list[tuple[str, bool]]:
    """The service ends each line with `` (<licence>). Source: <page>``; addresses before that are words of the source."""
    is_web = _WEB_ADDRESS.fullmatch(page) is not None
    has_page = is_web and line.endswith(f" Source: {page}")
    rest = line[: -len(page)] if has_page else line
    licence = re.search(r" \((https://[^\s()]+)\)\.(?: Source: )?\Z", rest)
    start, end = licence.span(1) if licence else (len(rest), len(rest))
    parts = [(rest[:start], False), (rest[start:end], True), (rest[end:], False), (page if has_page else "", True)]
    return [part for part in parts if part[0]]


def _html(text: str) -> str:
    return escape(text, quote=True).replace("&#x27;", "&#39;")


def _html_link(address: str) -> str:
    return f'<a href="{_html(address)}" rel="noopener nofollow">{_html(address)}</a>'


def _markdown(text: str) -> str:
    """Also keeps GitHub's Markdown from making links of ``www.``, ``https:`` and ``name@host``."""
    escaped = re.sub(r"([\\`*_\[\]<>&~|:@#!])", r"\\\1", text)
    return re.sub(r"(www)\.", r"\1\\.", escaped, flags=re.IGNORECASE)


def _markdown_link(address: str) -> str:
    return f"<{address}>"


_FORMATS: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {
    "html": (_html, _html_link),
    "markdown": (_markdown, _markdown_link),
}
