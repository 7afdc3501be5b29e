import type { Credit } from './credit.js';

/** Namespaces of the properties; see the XMP specification, the IPTC Photo Metadata Standard and ccREL. */
const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  cc: 'http://creativecommons.org/ns#',
} as const;

/**
 * The credit as an XMP packet: the IPTC Core properties title, creator, credit line, source, copyright notice and usage
 * terms, and the licence in the vocabulary of Creative Commons. XML of UTF-8, at most about 50 KiB.
 */
export function xmpPacket(credit: Credit): Buffer {
  const { assetId, title, creator, line, terms, deedUrl, provenanceUrl, source, isMarked } = credit;
  const properties = [
    title === null ? '' : alternatives('dc:title', title),
    creator === null
      ? ''
      : `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    alternatives('dc:rights', line ?? terms),
    simple('dc:source', provenanceUrl),
    simple('dc:identifier', assetId),
    simple('photoshop:Credit', line),
    simple('photoshop:Source', source),
    simple('xmpRights:Marked', isMarked === null ? null : isMarked ? 'True' : 'False'),
    simple('xmpRights:WebStatement', deedUrl ?? provenanceUrl),
    alternatives('xmpRights:UsageTerms', terms),
    resource('cc:license', deedUrl),
    simple('cc:attributionName', creator),
    resource('cc:attributionURL', provenanceUrl),
  ];
  const names = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
      `<rdf:Description rdf:about="" ${names.join(' ')}>${properties.join('')}</rdf:Description>` +
      `</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );
}

function simple(name: string, value: string | null): string {
  return value === null ? '' : `<${name}>${escaped(value)}</${name}>`;
}

function alternatives(name: string, value: string): string {
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt></${name}>`;
}

function resource(name: string, address: string | null): string {
  return address === null ? '' : `<${name} rdf:resource="${escaped(address).replaceAll('"', '&quot;')}"/>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Foreign text as the content of an element. Half of a surrogate pair and two code points are no characters of XML. */
function escaped(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
    .replace(/[\uFFFE\uFFFF]/g, '');
}
