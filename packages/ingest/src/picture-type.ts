/** Bytes of a file that tell its kind. */
export const SIGNATURE_BYTES = 12;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const RIFF = Buffer.from('RIFF');
const WEBP = Buffer.from('WEBP');
/** Where a RIFF file names its kind, after the tag and the length. */
const WEBP_OFFSET = 8;

/** Whether a file begins as a JPEG, PNG or WebP does; what it is called or declared to be counts for nothing. */
export function beginsAsPicture(bytes: Buffer): boolean {
  const has = (tag: Buffer, offset = 0) => bytes.subarray(offset, offset + tag.length).equals(tag);
  return has(JPEG) || has(PNG) || (has(RIFF) && has(WEBP, WEBP_OFFSET));
}
