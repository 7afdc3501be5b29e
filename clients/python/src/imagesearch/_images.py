from __future__ import annotations

import base64
import io
import os
from typing import BinaryIO, Union

from ._errors import ImageSearchError

#: Bytes, a path as ``pathlib.Path``, a file opened for reading, or an address. The service fetches an ``https:`` address.
ImageInput = Union[bytes, bytearray, memoryview, "os.PathLike[str]", BinaryIO, str]

_IMAGE_BYTES_MAX = 5 * 1024 * 1024
_PIXELS_MAX = 20_000_000
_FORMATS = {"JPEG", "PNG", "WEBP"}
#: Of an image that is added.
_UPLOAD_BYTES_MAX = 25 * 1024 * 1024
#: What is read in order to be downscaled.
_SHRINKABLE_BYTES_MAX = 64 * 1024 * 1024
_SHRUNK_EDGE_PX = 1_536


def image_field(image: ImageInput) -> dict[str, str]:
    """The field of a request body that carries the image. With Pillow, one that the service would refuse is made smaller.

    Raises ImageSearchError ``image_too_large`` or ``options_invalid``, before anything is sent.
    """
    if isinstance(image, str) and image[:8].lower().startswith(("http://", "https://")):
        return {"image_url": image}
    if isinstance(image, str):
        return {"image_base64": _data_address(image)}
    return {"image_base64": _base64_of(_acceptable(_bytes_of(image)), _IMAGE_BYTES_MAX)}


def whole_image(image: ImageInput) -> str:
    """An image that is to be stored, as it is. Raises ImageSearchError ``image_too_large`` or ``options_invalid``."""
    if isinstance(image, str):
        return _data_address(image)
    return _base64_of(_bytes_of(image), _UPLOAD_BYTES_MAX)


def _data_address(text: str) -> str:
    if text[:5].lower() != "data:":
        raise ImageSearchError("An image is read from a path as pathlib.Path.", type="options_invalid")
    return text


def _bytes_of(image: bytes | bytearray | memoryview | os.PathLike[str] | BinaryIO) -> bytes:
    if isinstance(image, (bytes, bytearray, memoryview)):
        return bytes(image)
    if isinstance(image, os.PathLike):
        with open(image, "rb") as file:
            return _read(file)
    return _read(image)


def _read(file: BinaryIO) -> bytes:
    """Reads little more than can be downscaled; the rest is refused by its size."""
    return file.read(_SHRINKABLE_BYTES_MAX + 1)


def _base64_of(data: bytes, bytes_max: int) -> str:
    if len(data) > bytes_max:
        message = f"The image has {len(data)} bytes; {bytes_max} are allowed."
        raise ImageSearchError(message, type="image_too_large")
    return base64.b64encode(data).decode("ascii")


def _acceptable(data: bytes) -> bytes:
    """The image if the service takes it, or else a JPEG of at most 1,536 pixels on the longest edge, on white.

    Without Pillow, and where the image cannot be decoded, the service checks it.
    """
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return data
    try:
        with Image.open(io.BytesIO(data)) as opened:
            is_small = len(data) <= _IMAGE_BYTES_MAX and opened.width * opened.height <= _PIXELS_MAX
            if is_small and opened.format in _FORMATS:
                return data
            opened.draft("RGB", (_SHRUNK_EDGE_PX, _SHRUNK_EDGE_PX))
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
        upright.thumbnail((_SHRUNK_EDGE_PX, _SHRUNK_EDGE_PX))
        canvas = Image.new("RGB", upright.size, "white")
        canvas.paste(upright, mask=upright.getchannel("A"))
        encoded = io.BytesIO()
        canvas.save(encoded, "JPEG", quality=90)
        return encoded.getvalue()
    except Exception:
        # Pillow raises many types for damaged images; the service names the fault.
        return data
