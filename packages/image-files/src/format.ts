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

/** The formats that ingestion converts before the services see them. */
export const CONVERTED_FORMATS = ['heic', 'avif', 'tiff', 'gif', 'bmp', 'jxl'] as const;
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number];

/** The format by a file's first bytes; undefined for any other. File names and declared types do not count. */
export function convertedFormatOf(bytes: Buffer): ConvertedFormat | undefined {
  return CONVERTED_SIGNATURES.find(([, signature]) =>
    signature.test(bytes.toString('latin1', 0, HEAD_BYTES)),
  )?.[0];
}

const HEAD_BYTES = 64;

const CONVERTED_SIGNATURES: readonly [ConvertedFormat, RegExp][] = [
  ['gif', /^GIF8[79]a/],
  ['bmp', /^BM[^]{12}[\f(48@l|]\0\0\0/],
  // Also a BigTIFF.
  ['tiff', /^(?:II[*+]\0|MM\0[*+])/],
  // A bare codestream, or a container of the JPEG family.
  ['jxl', /^(?:\xff\n|\0\0\0\fJXL \r\n\x87\n)/],
  // ISO base media: the brand decides, or for a file of any codec (`mif1`) the brands that it is compatible with.
  ['avif', /^\0\0[^]{2}ftyp(?:avi[fs]|mi[fs]1[^]{4}(?:[^]{4}){0,10}avi[fs])/],
  ['heic', /^\0\0[^]{2}ftyp(?:he[iv][cxms]|mi[fs]1|msf1)/],
];

/** What a file of a collection may be: a format that the services serve, or one that is converted. */
export type FileFormat = ImageFormat | ConvertedFormat;

/** The format by the file's first bytes. File names do not count. */
export function fileFormatOf(bytes: Buffer): FileFormat | undefined {
  return imageFormatOf(bytes) ?? convertedFormatOf(bytes);
}

/** Endings of files that a folder's run takes. The content decides what they are. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set([
  ...['.jpg', '.jpeg', '.jpe', '.jfif', '.png', '.webp'],
  ...['.heic', '.heif', '.hif', '.avif', '.tif', '.tiff', '.gif', '.bmp', '.dib', '.jxl'],
]);

export type ThumbnailFormat = 'jpeg' | 'webp';

/** WebP keeps what is transparent. Of a photograph it saves an eighth of the bytes of a JPEG, for four times the work. */
export const thumbnailFormatOf = (format: ImageFormat): ThumbnailFormat =>
  format === 'jpeg' ? 'jpeg' : 'webp';

/** Longest edges of both thumbnails, in pixels: the larger one is for screens of twice the density. */
export const THUMBNAIL_EDGES_PX = [400, 800] as const;
/** Longest edge of a view, in pixels. */
export const VIEW_EDGE_PX = 1_600;
