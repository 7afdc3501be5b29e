# Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
from __future__ import annotations

from typing import Any, Literal, TypedDict


class Statement(TypedDict):
    evidence: Literal["c2pa", "xmp", "source", "declared"]
    """`c2pa`: Content Credentials in the file. `xmp`: an IPTC field in its XMP. `source`: its collection. `declared`: the table that it was ingested with."""
    ai: bool | None
    """Whether a model or an algorithm made the image or a part of it; None is unknown, never \"no\"."""
    kind: str | None
    """Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`."""


class Provenance(TypedDict):
    """How the image was made, according to its source and its file."""
    ai: bool | None
    """Whether a model or an algorithm made the image or a part of it; None is unknown, never \"no\"."""
    kind: str | None
    """Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`."""
    evidence: Literal["c2pa", "xmp", "source", "declared", None]
    """Who says so; None if nobody says anything."""
    statements: list[Statement]
    """All statements, even if they disagree. The first one decides: any \"generated\" comes before every \"not generated\"."""
    signature: Literal["valid", "invalid", "untrusted", None]
    """State of the Content Credentials (C2PA): `valid`, `untrusted` (unchanged, but the operator does not trust the signer), or `invalid` (the file or its credentials were changed). None if there are none, or they cannot be checked."""
    claim_generator: str | None
    """The program that wrote the Content Credentials."""
    created_at: str | None
    """When the Content Credentials say that the image was made."""


class Releases(TypedDict):
    """Releases, according to PLUS fields or the source."""
    model: bool | None
    """Whether the people in it have agreed; None is unknown."""
    property: bool | None
    """Whether the owners of what it shows have agreed; None is unknown."""


class Rights(TypedDict):
    """Rights as the source declares them. Keep the whole object with an image that you choose."""
    license: str
    """Normalised licence code; `unknown` if the declaration cannot be read."""
    license_verbatim: str
    """The licence as the source names it."""
    commercial: bool | None
    """Whether commercial use is permitted; None is unknown, never a permission."""
    attribution_required: bool | None
    """Whether a credit line is required; None is unknown, never \"no\"."""
    derivatives: bool | None
    """Whether a changed version may be published; None is unknown, never a permission."""
    share_alike: bool | None
    """Whether a changed version must have the same licence, or one that it accepts instead; None is unknown, never \"no\"."""
    attribution: str | None
    """Credit line, ready to use: one line of plain text, to be escaped for HTML or Markdown. None if none is required, and also if the licence is unknown: `attribution_required` tells the two apart."""
    provenance_url: str
    """The page of the image at its source; empty if the source has none."""
    basis: str
    """The basis of these statements."""
    delivery: Literal["host", "link"]
    """`host`: the service serves the file. `link`: the file is the rights holder's own copy."""


class Show(TypedDict):
    name: str
    confidence: float


class _SignalsOptional(TypedDict, total=False):
    shows: list[Show]
    """What a classifier takes the image for, the likeliest first: a guess. Absent without one."""


class Signals(_SignalsOptional):
    """Design-layer signals."""
    palette: list[str]
    """Main colours, the most frequent first; empty if unknown."""
    luminance: float | None
    neg_space: list[Literal["left", "right", "top", "bottom"]]
    """Sides with room for text. Empty if there is none, and also if they are unknown."""
    faces: int | None
    aspect: float | None
    """Width over height."""


class Because(TypedDict):
    code: str
    """Such as `license.non_commercial`; more codes may be added."""
    says: str
    """The reason as a sentence."""
    source: Literal["license", "declared", "detected"]
    """The licence; what else the source or the file declares; what is detected in the pixels."""


class Usable(TypedDict):
    """Present if the request has `use`: whether the image may be used for that, according to its licence and its declared facts. This is not legal advice."""
    answer: Literal["yes", "no", "unknown"]
    """For all purposes together: \"no\" if any purpose is a \"no\", else \"unknown\" if any is unknown. A missing fact is unknown."""
    because: list[Because]
    """What decides. For a \"yes\": what permits the use, and under which conditions."""


class _AssetOptional(TypedDict, total=False):
    usable: Usable
    camera: str
    """Make and model of the camera, as the file declares them (Exif). Absent where that is unknown."""


class Asset(_AssetOptional):
    """The full metadata of one asset."""
    asset_id: str
    """`<source>:<id>`"""
    title: str
    tags: list[str]
    """Tags from the source; empty if it gives none."""
    creator: str | None
    """Who made the image, as the source names them; None is unknown."""
    source: str
    """The collection that the image comes from."""
    ai_generated: bool
    """Whether it is known to be generated, in whole or in part. Also `False` if nobody says how it was made: `provenance.ai` tells the two apart."""
    provenance: Provenance
    """How the image was made, according to its source and its file."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    file: str
    """Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit."""
    thumb: str
    """The same image, at most 400 pixels on the longest edge."""
    license: str
    """As in `rights`."""
    created_at: str | None
    """When the image was made: a year, a month, a day or a moment (ISO 8601); None is unknown."""
    training: bool | None
    """Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source; None is unknown."""
    releases: Releases
    """Releases, according to PLUS fields or the source."""
    editorial_only: bool | None
    """Whether it is for editorial use only; None is unknown."""
    sensitive: bool | None
    """Whether its source marks it as unfit for everyone; None is unknown."""
    licensor_url: str | None
    """Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); None is unknown."""
    rights: Rights
    cv: Signals
    description: str
    """A description from the source or the file; empty if neither has one."""
    score: float | None
    """Always None, because a look-up ranks nothing."""
    format: str
    """Format of the file, such as `png`."""
    has_location: bool | None
    """Whether the metadata of the file says where the image was taken or what place it shows (Exif GPS, XMP, IPTC). None is unknown, for example for a rights holder's own copy."""
    indexed: bool | None
    """Whether searches can find it and `/v1/similar` can start from it; None while this is unknown."""


class Source(TypedDict):
    source: str
    images: int


class Collection(TypedDict):
    """What there is to search; up to ten seconds old."""
    images: int
    """Number of images that a search may find; of a key with bounds those that it may see."""
    sources: list[Source]
    """The collections, ordered by name, and how many images each has."""
    words: list[str]
    """Words for what many images of a sample show, most frequent first; at most 12."""
    colours: list[str]
    """Colours of many images of a sample, as hex, most frequent first; at most 8."""
    uploads: str | None
    """The collection of the images that this account adds; None for a key without the scope `ingest`."""


class DuplicateRights(TypedDict):
    license: str
    """Normalised licence code; `unknown` if the declaration cannot be read."""
    commercial: bool | None
    """Whether commercial use is permitted; None is unknown, never a permission."""
    attribution_required: bool | None
    """Whether a credit line is required; None is unknown, never \"no\"."""
    derivatives: bool | None
    """Whether a changed version may be published; None is unknown, never a permission."""
    share_alike: bool | None
    """Whether a changed version must have the same licence, or one that it accepts instead; None is unknown, never \"no\"."""


class Duplicate(TypedDict):
    """A near-duplicate of a result. `GET /v1/asset/{asset_id}` has all of it."""
    asset_id: str
    """`<source>:<id>`"""
    source: str
    """The collection that the image comes from."""
    rights: DuplicateRights


class Edit(TypedDict, total=False):
    """What is said of an image now. An absent field stays as it is."""
    title: str | None
    tags: list[str] | None
    description: str | None
    creator: str | None
    """None empties it."""
    license: str | None
    """Empty for an image whose licence is unknown."""


class Fault(TypedDict):
    """One fault."""
    loc: list[str | int]
    """Path to the fault, outermost first; an array index is a number."""
    msg: str
    """For a person."""
    type: str
    """For a program; it does not change."""
    input: Any
    """The value that was sent, if it is short; never an image or a key."""
    ctx: dict[str, Any]
    """Facts that help to correct the request."""


class Error(TypedDict):
    """Every error has this shape."""
    detail: list[Fault]
    request_id: str
    """Identifies the request in the log of the service; also in `X-Request-Id`."""


class Filters(TypedDict, total=False):
    """Filters on the images of an answer. An image whose value is unknown never satisfies a filter on it."""
    luminance_min: float | None
    """Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright."""
    luminance_max: float | None
    """Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright."""
    monochrome: bool | None
    """`True`: only images without colour, or in a single tone such as sepia; `False`: only images in colour."""
    saturation_min: float | None
    """How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count."""
    saturation_max: float | None
    """How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count."""
    faces_min: int | None
    """Detected faces, inclusive; at most 0 for images in which nobody faces the camera."""
    faces_max: int | None
    """Detected faces, inclusive; at most 0 for images in which nobody faces the camera."""
    aspect_min: float | None
    """Width divided by height, inclusive."""
    aspect_max: float | None
    """Width divided by height, inclusive."""
    orientation: Literal["landscape", "portrait", "square", None]
    """A square has an aspect within 5 % of 1."""
    resolution_min: float | None
    """Megapixels of the original, inclusive."""
    neg_space_any: list[Literal["left", "right", "top", "bottom"]] | None
    """Clean space for text on any of these sides. Name each side once."""
    palette_near: str | None
    """Prefers images with this colour, such as `#c0392b`, but leaves out none."""
    commercial: bool | None
    """`True`: only images that permit commercial use."""
    derivatives: bool | None
    """`True`: only images that may be published in a changed version: cropped, recoloured, combined."""
    attribution_required: bool | None
    """`False`: only images that need no credit line."""
    share_alike: bool | None
    """`False`: only images whose changed versions may have any licence."""
    license_any: list[str] | None
    """Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes."""
    source_any: list[str] | None
    """Collections. One that does not exist is refused."""
    ai_generated: bool | None
    """`True`: only images known to be generated, in whole or in part; `False`: none of them. Unless it is set, they come after all others."""
    human_made: bool | None
    """`True`: only images known to be captures or human work (`provenance.ai` is false)."""
    sensitive: bool | None
    """The default, `False`, leaves out images that are known to be sensitive, even if few results remain. `True` includes them along with all others."""
    created_from: str | None
    """When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored."""
    created_to: str | None
    """When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored."""
    creator: str | None
    """Who made the image: the whole name; case does not matter."""
    tags_any: list[str] | None
    """Tags of which the image has any, or all: whole tags; case does not matter."""
    tags_all: list[str] | None
    """Tags of which the image has any, or all: whole tags; case does not matter."""


class Change(TypedDict):
    at: str
    key_prefix: str | None
    """How the key begins that asked for it; None for what the operator did."""
    what: str | None
    """In words, such as \"edited title, license\"; None for what the operator did."""
    state: Literal["active", "withdrawn", "deleted", None]
    """Of the image after it."""
    license: str | None
    """The new licence; None where the rights stayed as they were."""
    previous_license: str | None


class History(TypedDict):
    """What was changed of an image since it was added."""
    changes: list[Change]
    """Oldest first. Empty for one that nobody changed."""


class UsableFor(TypedDict, total=False):
    """What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked."""
    commercial: bool
    """`True`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises."""
    modify: bool
    """`True`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change."""
    attribute: bool
    """`False`: it is shown without a credit."""
    share_alike: bool
    """`False`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`."""
    train_ai: bool
    """`True`: models are trained with it."""
    people_identifiable: bool
    """`True`: people can be identified in it, and it advertises or endorses something."""
    property_identifiable: bool
    """`True`: the same for private property: a building, a work of art, a brand."""


class Bounds(TypedDict, total=False):
    """The images that it may see; None for all."""
    sources: list[str]
    licenses: list[str]
    usable_for: UsableFor
    """What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked."""


class IssuedKey(TypedDict):
    """A new key."""
    key_id: str
    name: str
    prefix: str
    """How the key begins."""
    scopes: list[Literal["search", "similar", "asset", "usage", "ingest", "account"]]
    """What it may be used for."""
    bounds: Bounds | None
    """The images that it may see; None for all."""
    created_at: str
    last_used_at: str | None
    """Accurate to about a minute; None if it was never used."""
    expires_at: str | None
    """None if it does not expire."""
    revoked_at: str | None
    replaces: str | None
    """The key that was rotated into this one."""
    state: Literal["live", "revoked", "expired"]
    key: str
    """The key itself. It is shown only this once."""


class Key(TypedDict):
    """A key of the account."""
    key_id: str
    name: str
    prefix: str
    """How the key begins."""
    scopes: list[Literal["search", "similar", "asset", "usage", "ingest", "account"]]
    """What it may be used for."""
    bounds: Bounds | None
    """The images that it may see; None for all."""
    created_at: str
    last_used_at: str | None
    """Accurate to about a minute; None if it was never used."""
    expires_at: str | None
    """None if it does not expire."""
    revoked_at: str | None
    replaces: str | None
    """The key that was rotated into this one."""
    state: Literal["live", "revoked", "expired"]


class KeyEdit(TypedDict):
    """What a key is called."""
    name: str
    """What the key is for: 1 to 100 printable characters."""


class Use(TypedDict, total=False):
    """What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked."""
    commercial: bool | None
    """`True`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises."""
    modify: bool | None
    """`True`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change."""
    attribute: bool | None
    """`False`: it is shown without a credit."""
    share_alike: bool | None
    """`False`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`."""
    train_ai: bool | None
    """`True`: models are trained with it."""
    people_identifiable: bool | None
    """`True`: people can be identified in it, and it advertises or endorses something."""
    property_identifiable: bool | None
    """`True`: the same for private property: a building, a work of art, a brand."""


class KeyRequestBounds(TypedDict, total=False):
    """The images that it may see; None for all."""
    sources: list[str] | None
    licenses: list[str] | None
    usable_for: Use


class _KeyRequestOptional(TypedDict, total=False):
    scopes: list[Literal["search", "similar", "asset", "usage"]] | None
    """What it may be used for. Only the operator gives the scopes `ingest` and `account`. Default: `[\"search\",\"similar\",\"asset\",\"usage\"]`."""
    expires_at: str | None
    """When it stops working; None for never."""
    bounds: KeyRequestBounds | None
    """The images that it may see; None for all."""


class KeyRequest(_KeyRequestOptional):
    """A key to make."""
    name: str
    """What the key is for: 1 to 100 printable characters."""


class Keys(TypedDict):
    """The keys of the account that work now, oldest first."""
    keys: list[Key]


class Credits(TypedDict):
    results_per_credit: int
    minimum_per_search: int
    asset_lookup_credits: int
    reset: str


class Limits(TypedDict):
    rpm: int | None
    rpd: int | None
    concurrent: int | None


class Plan(TypedDict):
    id: str
    name: str
    monthly_usd: float | None
    annual_usd: float | None
    monthly_credits: int | None
    image_search: bool
    similar_search: bool
    max_results: int
    limits: Limits
    support: str
    credit_packs: bool


class CreditPack(TypedDict):
    credits: int
    usd: float
    plans: list[str]


class Pricing(TypedDict):
    version: str
    currency: str
    credits: Credits
    plans: list[Plan]
    credit_pack: CreditPack


class Embedding(TypedDict):
    ready: bool
    detail: str
    latency_ms: int


class Services(TypedDict):
    embedding: Embedding
    retrieval: Embedding
    reranker: Embedding
    rights: Embedding


class Readiness(TypedDict):
    """Readiness of each part. It does not guarantee that the next request succeeds."""
    ready: bool
    """Whether a search would be answered. The reranker is not needed for that."""
    checked_at: str
    services: Services
    model: str | None
    """Profile of the models; None if embedding does not answer."""
    backend: Literal["lancedb", "qdrant", None]
    assets: int | None
    """Images that can be looked up."""


class _ResultOptional(TypedDict, total=False):
    usable: Usable
    same_image: Literal[True]
    """Present if this is the image of the request, perhaps in another size or encoding, or mirrored, according to a hash of 64 bits. Such images come first in a search by an image alone."""
    contains_image: Literal[True]
    """Present if the image of the request is cut out of this one, perhaps in another size or encoding, according to its corners. Such images come first in a search by an image alone if no result is the same image."""
    design_met: list[str]
    """Names of the filters from the words that this image meets. Present if `parse_design` found filters and other words."""


class Result(_ResultOptional):
    """One image of an answer."""
    asset_id: str
    """`<source>:<id>`"""
    title: str
    tags: list[str]
    """Tags from the source; empty if it gives none."""
    creator: str | None
    """Who made the image, as the source names them; None is unknown."""
    source: str
    """The collection that the image comes from."""
    ai_generated: bool
    """Whether it is known to be generated, in whole or in part. Also `False` if nobody says how it was made: `provenance.ai` tells the two apart."""
    provenance: Provenance
    """How the image was made, according to its source and its file."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    file: str
    """Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit."""
    thumb: str
    """The same image, at most 400 pixels on the longest edge."""
    license: str
    """As in `rights`."""
    created_at: str | None
    """When the image was made: a year, a month, a day or a moment (ISO 8601); None is unknown."""
    training: bool | None
    """Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source; None is unknown."""
    releases: Releases
    """Releases, according to PLUS fields or the source."""
    editorial_only: bool | None
    """Whether it is for editorial use only; None is unknown."""
    sensitive: bool | None
    """Whether its source marks it as unfit for everyone; None is unknown."""
    licensor_url: str | None
    """Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); None is unknown."""
    rights: Rights
    cv: Signals
    duplicates: list[Duplicate]
    """Near-duplicates of this image that satisfy the same filters, at most 10. The one with the best known rights is the result: known before unknown, then fewer forbidden uses and duties, then captioned, then larger."""
    score: float
    """How well the image answers the search. It never rises down the list, unless `sort` orders the results. It estimates the share of equally similar images that a person would accept, so one `min_score` fits all searches of one kind (by words, by image, or by both). A search by filters alone compares nothing."""
    matched: list[Literal["words", "meaning", "sight", "image"]]
    """What matched: its `words`, the `meaning` of its caption, its pixels with the words of the search (`sight`), or its pixels with the image of the search (`image`). Empty in a search by filters alone."""


class Rotation(TypedDict, total=False):
    """How a key is rotated."""
    grace_s: int | None
    """Seconds for which the old key still works, at most 30 days. It never works longer than it would have. Default: `86400`."""


class _TimingMsOptional(TypedDict, total=False):
    parse: int
    spell: int
    encode: int
    hydrate: int
    rerank: int


class TimingMs(_TimingMsOptional):
    """Milliseconds that each stage took, if it ran."""
    retrieve: int


class AppliedDesignFilters(TypedDict, total=False):
    """All filters from the words, except those that contradict a filter in the request. They may be relaxed."""
    luminance_min: float
    """Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright."""
    luminance_max: float
    """Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright."""
    monochrome: bool
    """`True`: only images without colour, or in a single tone such as sepia; `False`: only images in colour."""
    saturation_min: float
    """How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count."""
    saturation_max: float
    """How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count."""
    faces_min: int
    """Detected faces, inclusive; at most 0 for images in which nobody faces the camera."""
    faces_max: int
    """Detected faces, inclusive; at most 0 for images in which nobody faces the camera."""
    aspect_min: float
    """Width divided by height, inclusive."""
    aspect_max: float
    """Width divided by height, inclusive."""
    resolution_min: float
    """Megapixels of the original, inclusive."""
    neg_space_any: list[Literal["left", "right", "top", "bottom"]]
    """Clean space for text on any of these sides. Name each side once."""
    palette_near: str
    """Prefers images with this colour, such as `#c0392b`, but leaves out none."""
    commercial: bool
    """`True`: only images that permit commercial use."""
    derivatives: bool
    """`True`: only images that may be published in a changed version: cropped, recoloured, combined."""
    attribution_required: bool
    """`False`: only images that need no credit line."""
    share_alike: bool
    """`False`: only images whose changed versions may have any licence."""
    license_any: list[str]
    """Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes."""
    ai_generated: bool
    """`True`: only images known to be generated, in whole or in part; `False`: none of them. Unless it is set, they come after all others."""
    human_made: bool
    """`True`: only images known to be captures or human work (`provenance.ai` is false)."""
    created_from: str
    """When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored."""
    created_to: str
    """When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored."""


class Phrase(TypedDict):
    text: str
    """As written in the query."""
    start: int
    """Its start in `query`, in UTF-16 code units."""
    end: int
    """Its end, exclusive."""
    filters: AppliedDesignFilters
    """Empty if the words only exclude something: \"not dark\"."""


class AppliedDesign(TypedDict):
    """Present if `parse_design` was true."""
    filters: AppliedDesignFilters
    """All filters from the words, except those that contradict a filter in the request. They may be relaxed."""
    phrases: list[Phrase]
    """The parts of the query that were understood, in the order of the query."""
    excluded: list[str]
    """What the query rules out in words: \"no cats\", \"not a dog\", \"-red\". Images whose title, tags or description contain all words of an entry are left out. This is never relaxed."""
    unread: list[str]
    """Wishes about rights, or about how an image was made, that no filter can express: \"royalty-free\", \"model released\". They are neither searched for nor met: check them yourself."""
    query: str
    """The remaining words to search for; empty if all words became filters."""


Correction = TypedDict("Correction", {"from": str, "to": str})


Translation = TypedDict("Translation", {"from": str, "to": str, "lang": str})


class Facet(TypedDict):
    """How many images have a value."""
    value: str
    """The value, as the filter on this property accepts it."""
    count: int
    """Number of images that have it."""


class _SearchAnswerOptional(TypedDict, total=False):
    k_capped: Literal[True]
    """Present if the plan reduced `k`."""
    degraded: Literal[True]
    """Present if the reranker was unavailable: results are in retrieval order."""
    relaxed: list[str]
    """Defaults and filters from the words that not every result on this page satisfies, because too few images satisfy them and the words. The least important comes first. Filters in the request are never relaxed. Images that fail a default come last."""
    applied_design: AppliedDesign
    """Present if `parse_design` was true."""
    corrections: list[Correction]
    """Words that neither the collection nor a dictionary knows, and what was searched for instead: similar words of the collection or, if it has none, of the dictionary. Absent from `/v1/similar`. With `exact` nothing is corrected."""
    translations: list[Translation]
    """Words of other languages and emoji, and what was searched for instead. Absent from `/v1/similar`. With `exact` nothing is translated."""
    unmatched: list[str]
    """Words that were searched for and that neither the captions of the collection nor a dictionary knows. Absent from `/v1/similar`."""
    did_you_mean: str | None
    """A query to suggest: with guesses for the words in `unmatched` or, with `exact`, with corrections. None if there is none. Absent from `/v1/similar`."""
    spelling_unchecked: Literal[True]
    """Present if the spelling could not be checked: the query was searched as written. Absent from `/v1/similar`."""
    facets: dict[str, list[Facet]]
    """The most frequent values (at most 20) of each property in `facets` of the request, most frequent first. With words or an image they are counted among the `pool_size` images that satisfy the filters and answer best, including those below `min_score`; near-duplicates count once. Without, they are counted among all images that satisfy the filters; of more than 100,000, they are estimates. Unknown values are not counted. Values of `creator` and `tags` are in lower case. Absent unless requested."""


class SearchAnswer(_SearchAnswerOptional):
    """A ranked answer."""
    query_id: str
    query: str | None
    """The query of the request; None if it had only an image."""
    input_modality: Literal["text", "image", "image_text"]
    count: int
    """Number of results."""
    strong_count: int | None
    """How many of these results are strong matches: their `score` is at least `strong_score`. The others are weaker and may not show what was asked for. None in a search by filters alone."""
    strong_score: float | None
    """The lowest score of a strong match; `min_score: \"auto\"` returns only strong matches. It depends on whether the search is by words, by an image or by both. None in a search by filters alone."""
    reachable: int
    """About how many images all pages of this search hold: those that match or, if all match to some degree, those that satisfy the filters. Withdrawn images may count, and with words or an image near-duplicates. Pages of such a search end at 1,000 images, so 1,000 stands for 1,000 or more. Without words and without an image they hold every image."""
    cursor: str | None
    """To get the next page, send the same request again with this `cursor`. `k` may differ. It is valid for an hour and only for the same account. None on the last page. While the index does not change, pages neither repeat nor skip an image. After a change, no image appears twice; a new image may appear at its rank among the remaining ones. Pages end at `reachable` images; with words and `sort`, they end with the 100 to 300 images that are sorted. Without words and without an image, they hold all images that satisfy the filters, by date, however many these are."""
    latency_ms: int
    timing_ms: TimingMs
    """Milliseconds that each stage took, if it ran."""
    mode: Literal["text", "image", "multimodal", "none", "none (degraded)"]
    ranking: Literal["cross_encoder", "lexical", "none", "degraded"]
    """`none`: no words to rerank by. `degraded`: the reranker was needed but unavailable."""
    pool_size: int
    """Candidates before the cut-off."""
    reranked: int
    """Candidates that the reranker scored."""
    backend: Literal["lancedb", "qdrant"]
    results: list[Result]
    """Best first, or in the order of `sort`."""


class SearchRequest(TypedDict, total=False):
    query: str | None
    """What to search for, in words. Without words and without an image, the search finds every image that satisfies the filters, newest first unless `sort` or a colour orders them. White space around the words is removed."""
    image_base64: str | None
    """A JPEG, PNG or WebP image in base64: at most 5 MiB decoded, 20 megapixels, and 65,535 pixels per edge. A data-URL prefix, the URL-safe alphabet, missing padding and white space are accepted."""
    image_url: str | None
    """Public https address of such an image. Send either this or `image_base64`."""
    k: int | None
    """Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set. Default: `10`."""
    min_score: float | Literal["auto"] | None
    """Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none. Default: `0`."""
    cursor: str | None
    """The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results."""
    filters: Filters | None
    sort: Literal["newest", "oldest", None]
    """Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose date is unknown come last, and a year or a month counts as its first day."""
    facets: list[Literal["license", "source", "creator", "tags", "orientation"]] | None
    """Properties whose values `facets` in the answer counts."""
    use: Use | None
    usable_only: bool | None
    """Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places. Default: `False`."""
    parse_design: bool | None
    """Turns what the query says about the look and the permitted use of an image into filters, and searches for the remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words. Default: `False`."""
    exact: bool | None
    """Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them. Default: `False`."""
    lang: str | None
    """The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also English words: \"chat\" in French is a cat. Without `lang`, only words that the collection and English hardly have are translated, unless `Accept-Language` prefers another language to English, and it decides between languages that share a word. Known languages are `de`, `es`, `fr`, `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `ru`, `uk`, `zh`; any other language changes nothing."""


class _SimilarRequestOptional(TypedDict, total=False):
    k: int | None
    """Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set. Default: `10`."""
    min_score: float | Literal["auto"] | None
    """Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none. Default: `0`."""
    cursor: str | None
    """The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results."""
    filters: Filters | None
    use: Use | None
    usable_only: bool | None
    """Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places. Default: `False`."""


class SimilarRequest(_SimilarRequestOptional):
    """An indexed image, and filters for the images similar to it."""
    asset_id: str
    """The asset to compare with, `<source>:<id>`. The answer never contains it."""


class _UploadOptional(TypedDict, total=False):
    file_name: str | None
    """Name of the file. It becomes the title if neither `title` nor the file has one."""
    title: str | None
    tags: list[str] | None
    description: str | None
    creator: str | None
    """Who made the image."""
    creator_url: str | None
    """A page of who made it."""
    license: str | None
    """Name, SPDX id or address of the licence. One that cannot be read is stored, and its rights are unknown."""
    license_required: bool | None
    """Whether to refuse an image of which neither `license` nor the file states a licence: 422 `missing` at `license`."""
    source_url: str | None
    """A page of the image."""
    ai_generated: bool | None
    """Whether a model made it, in whole or in part."""


class Upload(_UploadOptional):
    """An image, and what is said of it. What is absent is read from the file (EXIF, IPTC, XMP)."""
    image_base64: str
    """The image, at most 25 MiB, as base64 or as a `data:` address: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL."""


class UsageKey(TypedDict):
    """The key that asks, and what it may be used for."""
    key_id: str
    scopes: list[Literal["search", "similar", "asset", "usage", "ingest", "account"]]


class Period(TypedDict):
    """The billing period; the end is exclusive. Unused plan credits expire then."""
    start: str
    end: str


class UsageCredits(TypedDict):
    granted: int | None
    """Granted for this period by the plan and the operator; None without a limit."""
    used: int
    """What this period's searches cost, whether plan or packs paid for it."""
    reserved: int
    """Reserved for searches in flight."""
    remaining: int | None
    """Left for the next searches, including packs; None without a limit."""
    packs: int
    """Left in packs. They do not expire, and are used last."""


class Window(TypedDict):
    limit: Literal["rpm", "rpd", "concurrent"]
    quota: int
    """What the plan allows."""
    used: int
    remaining: int
    reset_s: int
    """Seconds until some of it comes back; 0 when nothing is used."""


class Search(TypedDict):
    query_id: str
    endpoint: Literal["search", "similar"]
    idempotency_key: str | None
    """As it was sent; None if none was sent."""
    status: Literal["in_flight", "answered", "failed"]
    """`answered` is billed, `failed` never is. `in_flight` becomes one of the two within a minute or so."""
    credits_charged: int
    created_at: str
    """When the search began."""


class Usage(TypedDict):
    """What an account has left, and the outcome of its latest searches."""
    key: UsageKey
    """The key that asks, and what it may be used for."""
    plan: str
    period: Period
    """The billing period; the end is exclusive. Unused plan credits expire then."""
    credits: UsageCredits
    windows: list[Window]
    """The limits of the plan as they stand, all keys of the account together; those without a figure are absent."""
    searches: list[Search]
    """The latest searches, newest first, including failed ones."""


class Day(TypedDict):
    date: str
    """In UTC, when the searches began."""
    key_id: str
    key_name: str
    key_prefix: str
    searches: int
    """That have ended."""
    failed: int
    """Of the searches. They cost nothing."""
    credits: int


UsageByDay = TypedDict("UsageByDay", {"from": str, "to": str, "days": list[Day]})
"""What the searches of each key cost on each day."""


class UploadFacts(TypedDict, total=False):
    """An image, and what is said of it. What is absent is read from the file (EXIF, IPTC, XMP)."""
    file_name: str | None
    """Name of the file. It becomes the title if neither `title` nor the file has one."""
    title: str | None
    tags: list[str] | None
    description: str | None
    creator: str | None
    """Who made the image."""
    creator_url: str | None
    """A page of who made it."""
    license: str | None
    """Name, SPDX id or address of the licence. One that cannot be read is stored, and its rights are unknown."""
    license_required: bool | None
    """Whether to refuse an image of which neither `license` nor the file states a licence: 422 `missing` at `license`."""
    source_url: str | None
    """A page of the image."""
    ai_generated: bool | None
    """Whether a model made it, in whole or in part."""
