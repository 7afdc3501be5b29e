import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** A property of an XMP packet, where it stands and what it says. */
export interface XmpProperty {
  /** Its namespace followed by its local name. */
  name: string;
  /** Its element or its attribute in the packet's text: `[start, end)`. */
  start: number;
  end: number;
  /** Its text or address; several for a list or a structure. Of alternatives in several languages, the default or the first. */
  values: string[];
  /** The other alternatives. */
  translations: string[];
  /** The first text of each field of a structure, by the field's full name. */
  fields: ReadonlyMap<string, string>;
}

/** An XMP packet as text, in which properties can be replaced and everything else stays as it is. */
export interface XmpPacket {
  text: string;
  properties: XmpProperty[];
  /** `rdf:about`, which all descriptions of a packet share; as XML has it, with its quotes. */
  about: string;
  /** Where a further `rdf:Description` can stand. */
  end: number;
}

/** Editors write a few KiB, with a long history some hundred. The worst packet of this size takes a quarter of a second. */
export const XMP_BYTES_MAX = 1024 * 1024;
/** Editors nest about ten elements. The parser looks through all open ones for a namespace. */
const DEPTH_MAX = 64;
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const NO_ABOUT = '""';

/**
 * Reads a packet (XMP specification, part 1: RDF/XML in UTF-8). Entities of its own are not expanded.
 * @returns undefined for one that is larger than `XMP_BYTES_MAX`, or no such XML.
 */
export function readXmp(packet: Buffer): XmpPacket | undefined {
  if (packet.length > XMP_BYTES_MAX || !isUtf8(packet)) return undefined;
  try {
    return parse(packet.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    // The parser throws at the first fault.
    return undefined;
  }
}

function parse(padded: string): XmpPacket | undefined {
  const text = withoutZeros(padded);
  const parser = new SaxesParser({ xmlns: true });
  const properties: XmpProperty[] = [];
  let [depth, rdfDepth, characters] = [0, Infinity, ''];
  let about: string | undefined;
  let end: number | undefined;
  let open: OpenProperty | undefined;
  const say = (name: string, value: string): void => {
    open?.values.push(value);
    if (open?.fields.has(name) === false) open.fields.set(name, value);
  };
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw new Error('The packet is nested too deeply.');
    characters = '';
    const start = text.lastIndexOf('<', parser.position - 1);
    if (end === undefined && rdfDepth === Infinity && tag.uri === RDF && tag.local === 'RDF')
      rdfDepth = depth;
    else if (depth === rdfDepth + 1) {
      const attributes = attributesOf(tag, start, text.slice(start, parser.position));
      about ??= attributes.find(({ name }) => name === `${RDF}about`)?.written;
      properties.push(...attributes.filter(({ name }) => !name.startsWith(RDF)));
    } else if (depth >= rdfDepth + 2) {
      const name = tag.uri + tag.local;
      if (depth === rdfDepth + 2) open = { name, start, values: [], fields: new Map() };
      else if (open !== undefined) enter(open, tag, depth - rdfDepth - 2);
      for (const [field, value] of saidInTag(tag)) say(field, value);
    }
  });
  const add = (more: string): void => void (characters += more);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ uri, local, isSelfClosing }) => {
    const said = characters.trim();
    if (said !== '') say(uri + local, said);
    characters = '';
    if (open !== undefined && depth === rdfDepth + 2) {
      properties.push(closed(open, parser.position));
      open = undefined;
    }
    if (depth === rdfDepth) {
      if (!isSelfClosing) end = text.lastIndexOf('</', parser.position - 1);
      rdfDepth = Infinity;
    }
    depth -= 1;
  });
  parser.write(text).close();
  return end === undefined ? undefined : { text, properties, about: about ?? NO_ABOUT, end };
}

const ALTERNATIVES = `${RDF}Alt`;
/** The language of the alternative for everybody, which some programs write for the text too. */
const ANY_LANGUAGE = 'x-default';

interface OpenProperty extends Pick<XmpProperty, 'name' | 'start' | 'values'> {
  fields: Map<string, string>;
  /** Of texts that say the same, the language of each and its place among the values. */
  alternatives?: { language: string | undefined; at: number }[];
}

/** @param depth Of the element below the property's own. */
function enter(open: OpenProperty, { uri, local, attributes }: SaxesTagNS, depth: number): void {
  if (depth === 1 && uri + local === ALTERNATIVES) open.alternatives = [];
  if (depth === 2)
    open.alternatives?.push({ language: attributes['xml:lang']?.value, at: open.values.length });
}

function closed({ alternatives, ...property }: OpenProperty, end: number): XmpProperty {
  const { values } = property;
  if (alternatives === undefined) return { ...property, end, translations: [] };
  const texts = alternatives.flatMap(({ language, at }, index) => {
    const text = values.slice(at, alternatives[index + 1]?.at).join(' ');
    return ['', ANY_LANGUAGE].includes(text) ? [] : [{ language, text }];
  });
  const first = texts.find(({ language }) => language?.toLowerCase() === ANY_LANGUAGE) ?? texts[0];
  const others = texts.filter((one) => one !== first);
  return {
    ...property,
    end,
    values: first === undefined ? [] : [first.text],
    translations: others.map(({ text }) => text),
  };
}

/** Some programs end or fill a packet with zero bytes, which XML does not have. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (text.codePointAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}

/** An address that an element refers to, and fields of a structure that are its attributes. */
function saidInTag({ uri: own, local: name, attributes }: SaxesTagNS): [field: string, value: string][] {
  return Object.values(attributes).flatMap(({ uri, local, value }): [string, string][] => {
    if (uri === RDF) return local === 'resource' ? [[own + name, value]] : [];
    return ['', XML, XMLNS].includes(uri) ? [] : [[uri + local, value]];
  });
}

interface WrittenAttribute extends XmpProperty {
  /** The value with its quotes. */
  written: string;
}

const NO_FIELDS: XmpProperty['fields'] = new Map();
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Short properties often are attributes. @param written The start tag, which the parser has found well-formed. */
function attributesOf(tag: SaxesTagNS, start: number, written: string): WrittenAttribute[] {
  // It goes on where it stopped, so that it reads every character once.
  const attribute = /\s*([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/gy;
  attribute.lastIndex = 1 + tag.name.length;
  const found: WrittenAttribute[] = [];
  for (let match = attribute.exec(written); match !== null; match = attribute.exec(written)) {
    const [, name = '', quoted = ''] = match;
    const { uri, local, value } = tag.attributes[name] ?? { uri: XMLNS, local: '', value: '' };
    if (uri === XMLNS || uri === XML) continue;
    const end = start + attribute.lastIndex;
    const from = end - match[0].trimStart().length;
    found.push({
      name: uri + local,
      start: from,
      end,
      values: [value],
      translations: [],
      fields: NO_FIELDS,
      written: quoted,
    });
  }
  return found;
}

/** The packet's text with another text in the place of some properties, and a further description. */
export function replaceInXmp(
  { text, properties, end }: XmpPacket,
  replacementOf: (property: XmpProperty, written: string) => string | undefined,
  description = '',
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const property of [...properties].sort((a, b) => a.start - b.start)) {
    const replacement = replacementOf(property, text.slice(property.start, property.end));
    if (replacement === undefined) continue;
    pieces.push(text.slice(at, property.start), replacement);
    at = property.end;
  }
  return [...pieces, text.slice(at, end), description, text.slice(end)].join('');
}
