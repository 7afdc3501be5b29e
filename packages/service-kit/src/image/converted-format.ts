/** The formats that ingestion converts before the services see them. */
export const CONVERTED_FORMATS = ['heic', 'avif', 'tiff', 'gif', 'bmp', 'jxl'] as const;
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number];

/** The format by a file's first bytes; undefined for any other. File names and declared types do not count. */
export function convertedFormatOf(bytes: Buffer): ConvertedFormat | undefined {
  return SIGNATURES.find(([, signature]) => signature.test(bytes.toString('latin1', 0, HEAD_BYTES)))?.[0];
}

const HEAD_BYTES = 64;

const SIGNATURES: readonly [ConvertedFormat, RegExp][] = [
  ['gif', /^GIF8[79]a/],
  ['bmp', /^BM[^]{12}[\f(48@l|]\0\0\0/],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  // A bare codestream, or a container of the JPEG family.
  ['jxl', /^(?:\xff\n|\0\0\0\fJXL \r\n\x87\n)/],
  // ISO base media: the brand decides, or for a file of any codec (`mif1`) the brands that it is compatible with.
  ['avif', /^\0\0[^]{2}ftyp(?:avi[fs]|mi[fs]1[^]{4}(?:[^]{4}){0,10}avi[fs])/],
  ['heic', /^\0\0[^]{2}ftyp(?:he[iv][cxms]|mi[fs]1|msf1)/],
];
