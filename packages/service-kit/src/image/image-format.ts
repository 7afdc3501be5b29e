/** What the services read and serve. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Bytes of a file that tell its format for certain. */
export const SIGNATURE_BYTES = 12;

/** Bytes, each with the place where they stand. */
const SIGNATURES: readonly [ImageFormat, ...[offset: number, tag: Buffer][]][] = [
  ['jpeg', [0, Buffer.from('ffd8ff', 'hex')]],
  ['png', [0, Buffer.from('89504e470d0a1a0a', 'hex')]],
  // A RIFF file names its kind after the tag and the length.
  ['webp', [0, Buffer.from('RIFF')], [8, Buffer.from('WEBP')]],
];

/**
 * The format that a file's first bytes declare, or undefined where it is none of ours; a name or a declared type is
 * never asked.
 */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  return SIGNATURES.find(([, ...tags]) =>
    tags.every(([offset, tag]) => tag.every((byte, at) => bytes[offset + at] === byte)),
  )?.[0];
}
