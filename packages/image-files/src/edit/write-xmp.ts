/** Namespaces of the properties that are written; see the XMP specification, IPTC Photo Metadata, PLUS and ccREL. */
const NAMESPACES: Readonly<Record<string, string>> = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  cc: 'http://creativecommons.org/ns#',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
};

/** `dc:title` → its namespace followed by `title`, as a packet that is read names it. */
export function fullName(property: string): string {
  const [prefix = '', local = ''] = property.split(':');
  return `${NAMESPACES[prefix] ?? ''}${local}`;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A whole packet around a description. */
export function wholePacket(body: string): string {
  return (
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${body}</rdf:RDF></x:xmpmeta>` +
    `<?xpacket end="r"?>`
  );
}

/** Properties with the namespaces that they use. @param about With its quotes. */
export function description(properties: readonly string[], about = '""'): string {
  const body = properties.join('');
  const names = Object.entries(NAMESPACES)
    .filter(([prefix]) => body.includes(`<${prefix}:`))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return `<rdf:Description xmlns:rdf="${RDF}" rdf:about=${about}${names.join('')}>${body}</rdf:Description>`;
}

/** Each of them is empty for null. */
export function simple(name: string, value: string | null): string {
  return value === null ? '' : `<${name}>${escaped(value)}</${name}>`;
}

export function alternatives(name: string, value: string | null): string {
  return value === null
    ? ''
    : `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt></${name}>`;
}

export function sequence(name: string, value: string | null): string {
  return value === null ? '' : `<${name}><rdf:Seq><rdf:li>${escaped(value)}</rdf:li></rdf:Seq></${name}>`;
}

export function resource(name: string, address: string | null): string {
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
