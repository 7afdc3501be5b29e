export type PictureFormat = 'jpeg' | 'png' | 'webp';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const RIFF_TAG = [0x52, 0x49, 0x46, 0x46];
const WEBP_TAG = [0x57, 0x45, 0x42, 0x50];
/** Where a RIFF file names its kind, after the tag and the length. */
const WEBP_TAG_OFFSET = 8;

/** The format that the first bytes declare; a name or a content type is never believed. */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  if (hasBytes(bytes, JPEG_SIGNATURE)) return 'jpeg';
  if (hasBytes(bytes, PNG_SIGNATURE)) return 'png';
  if (hasBytes(bytes, RIFF_TAG) && hasBytes(bytes, WEBP_TAG, WEBP_TAG_OFFSET)) return 'webp';
  return undefined;
}

function hasBytes(bytes: Uint8Array, expected: readonly number[], offset = 0): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}
