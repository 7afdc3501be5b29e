import sharp from 'sharp';

/** A picture of one colour. */
export function plainPicture(colour = '#c02020', format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** One with XMP fields, written as cameras and editors write them. */
export function pictureWithXmp(fields: string, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">${fields}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#2020c0' } })
    .toFormat(format)
    .withXmp(xmp)
    .toBuffer();
}

export const alternatives = (tag: string, text: string): string =>
  `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${tag}>`;
export const bag = (tag: string, ...texts: string[]): string =>
  `<${tag}><rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Bag></${tag}>`;
