import { crc32 } from 'node:zlib';
import { xmpPacket } from '@imagesearch/testkit/images/xmp';
import sharp from 'sharp';

/** An image of one colour. */
export function plainImage(colour = '#c02020', format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** One with XMP fields, where libvips writes them: in a PNG that is compressed text. */
export function imageWithXmp(
  fields: string,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff' = 'jpeg',
): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#2020c0' } })
    .toFormat(format)
    .withXmp(xmpPacket(fields))
    .toBuffer();
}

/** A PNG with XMP in an uncompressed iTXt chunk (XMP specification part 3, 1.1.5). */
export async function pngWithPlainXmp(fields: string): Promise<Buffer> {
  const png = await plainImage('#2020c0', 'png');
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmpPacket(fields)}`);
  const chunk = Buffer.alloc(body.byteLength + 8);
  chunk.writeUInt32BE(body.byteLength - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.byteLength + 4);
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), chunk, png.subarray(PNG_HEADER_END)]);
}

/** Signature and IHDR. */
export const PNG_HEADER_END = 8 + 25;
