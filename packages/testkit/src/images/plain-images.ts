import { pngChunk } from '@imagesearch/image-files/parts';
import { coloured } from './camera-files.js';
import { xmpPacket } from './xmp.js';

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff';

/** An image without metadata. */
export function plainImage(colour = '#c02020', format: Format = 'jpeg'): Promise<Buffer> {
  return coloured(colour).toFormat(format).toBuffer();
}

/** One with XMP fields, where libvips writes them: in a PNG that is compressed text. */
export function imageWithXmp(fields: string, format: Format = 'jpeg'): Promise<Buffer> {
  return coloured('#2020c0').toFormat(format).withXmp(xmpPacket(fields)).toBuffer();
}

/** A PNG with XMP in an uncompressed iTXt chunk (XMP specification part 3, 1.1.5). */
export async function pngWithPlainXmp(fields: string): Promise<Buffer> {
  const png = await plainImage('#2020c0', 'png');
  const chunk = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmpPacket(fields)}`));
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), chunk, png.subarray(PNG_HEADER_END)]);
}

/** Signature and IHDR. */
export const PNG_HEADER_END = 8 + 25;
