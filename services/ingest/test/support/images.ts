import { crc32 } from 'node:zlib';
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
    .withXmp(packetOf(fields))
    .toBuffer();
}

/** A PNG with XMP in an uncompressed iTXt chunk (XMP specification part 3, 1.1.5). */
export async function pngWithPlainXmp(fields: string): Promise<Buffer> {
  const png = await plainImage('#2020c0', 'png');
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${packetOf(fields)}`);
  const chunk = Buffer.alloc(body.byteLength + 8);
  chunk.writeUInt32BE(body.byteLength - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.byteLength + 4);
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), chunk, png.subarray(PNG_HEADER_END)]);
}

/** Signature and IHDR. */
export const PNG_HEADER_END = 8 + 25;

function packetOf(fields: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"
      xmlns:tdm="http://www.w3.org/ns/tdmrep#">${fields}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

export const alternatives = (tag: string, text: string): string =>
  `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${tag}>`;
export const bag = (tag: string, ...texts: string[]): string =>
  `<${tag}><rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Bag></${tag}>`;
