const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  cc: 'http://creativecommons.org/ns#',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  tdm: 'http://www.w3.org/ns/tdmrep#',
};
const DECLARED = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);

/** An XMP packet of these fields, by the prefixes that are usual. */
export function xmpPacket(fields: string): string {
  return (
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${DECLARED.join(' ')}>` +
    `<rdf:Description rdf:about="">${fields}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  );
}

export const alternatives = (tag: string, text: string): string =>
  `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${tag}>`;
export const bag = (tag: string, ...texts: string[]): string =>
  `<${tag}><rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Bag></${tag}>`;

const VOCABULARIES = {
  Iptc4xmpExt: 'http://cv.iptc.org/newscodes/digitalsourcetype/',
  plus: 'http://ns.useplus.org/ldf/vocab/',
};

/** A field of IPTC or of PLUS whose value is a term of its vocabulary, `plus:DataMining` for example. */
export function term(tag: `${keyof typeof VOCABULARIES}:${string}`, name: string): string {
  const [prefix] = tag.split(':') as [keyof typeof VOCABULARIES];
  return `<${tag}>${VOCABULARIES[prefix]}${name}</${tag}>`;
}
