"""Client of the image search: images for words or an example, each with its rights and its credit line."""

from ._answer import Answer, Credits, LimitState
from ._client import AsyncImageSearch, ImageSearch
from ._errors import ImageSearchError
from ._images import ImageInput
from ._rights import Permissions, credit, may
from ._types import (
    Asset,
    Collection,
    Correction,
    Duplicate,
    DuplicateRights,
    Edit,
    Facet,
    Fault,
    Filters,
    IssuedKey,
    Key,
    Keys,
    NewKey,
    Pricing,
    Readiness,
    Result,
    Rights,
    SearchAnswer,
    Signals,
    UploadFacts,
    Usable,
    Usage,
    UsageByDay,
    Use,
)

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Asset",
    "AsyncImageSearch",
    "Collection",
    "Correction",
    "Credits",
    "Duplicate",
    "DuplicateRights",
    "Edit",
    "Facet",
    "Fault",
    "Filters",
    "ImageInput",
    "ImageSearch",
    "ImageSearchError",
    "IssuedKey",
    "Key",
    "Keys",
    "LimitState",
    "NewKey",
    "Permissions",
    "Pricing",
    "Readiness",
    "Result",
    "Rights",
    "SearchAnswer",
    "Signals",
    "UploadFacts",
    "Usable",
    "Usage",
    "UsageByDay",
    "Use",
    "credit",
    "may",
]
