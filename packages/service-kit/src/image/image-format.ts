export const IMAGE_FORMATS = ['jpeg', 'png', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Number of leading bytes that determine the format. */
export const SIGNATURE_BYTES = 12;

const SIGNATURES: readonly [ImageFormat, ...[offset: number, tag: Buffer][]][] = [
  ['jpeg', [0, Buffer.from('ffd8ff', 'hex')]],
  ['png', [0, Buffer.from('89504e470d0a1a0a', 'hex')]],
  // RIFF: a tag, a length, then the kind.
  ['webp', [0, Buffer.from('RIFF')], [8, Buffer.from('WEBP')]],
];

/** The format by the first bytes; undefined for any other format. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  return SIGNATURES.find(([, ...tags]) =>
    tags.every(([offset, tag]) => tag.every((byte, at) => bytes[offset + at] === byte)),
  )?.[0];
}
