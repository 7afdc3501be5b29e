import { replaceInXmp, type XmpPacket } from '../metadata/xmp.js';
import type { ReadPacket } from '../metadata/xmp-parts.js';
import { rescuedMarks } from './marks.js';
import { alternatives, description, fullName, resource, sequence, simple, wholePacket } from './write-xmp.js';

/** What a credited file says of itself. Every text is one line without control characters; null is left out. */
export interface Credit {
  assetId: string;
  title: string | null;
  creator: string | null;
  /** The credit line; null when none is required or when that is unknown. */
  line: string | null;
  /** The licence and what it permits and requires, in words. An unknown fact is called unknown. */
  terms: string;
  /** Address of the licence's deed. */
  deedUrl: string | null;
  /** Address of the image's page at its source. */
  provenanceUrl: string | null;
  source: string;
  /** Whether rights are reserved; null is unknown. */
  isMarked: boolean | null;
}

/** Whether a text is what an earlier credited file was given, and so no word of the file's own. */
export const isTermsOfCredit = (text: string): boolean => /^Licence: \S+ \(declared as "/.test(text);

/**
 * The packet of a file with the credit in it: the IPTC Core properties title, creator, credit line, source, copyright
 * notice and usage terms, and the licence in the vocabulary of Creative Commons. Everything else in the packet stays as it
 * is. One that cannot be read is replaced by a packet of the credit and of the marks that can be found in it.
 */
export function creditedXmp(credit: Credit, packet?: ReadPacket): CreditedXmp {
  return packet?.read === undefined ? replacedXmp(credit, packet) : mergedXmp(credit, packet.read);
}

export interface CreditedXmp {
  xmp: Buffer;
  /** What the packet says now: the words of the file where it has some. */
  copyright: string;
  terms: string;
}

/** A packet of the credit's own, for a file without one or with one that cannot be kept. */
export function replacedXmp(credit: Credit, packet?: ReadPacket): CreditedXmp {
  const own = ownProperties(credit).map(({ xml }) => xml);
  const rescued = packet?.bytes === undefined ? '' : rescuedMarks(packet.bytes);
  return { xmp: Buffer.from(wholePacket(description([...own, rescued]))), ...wordsOf(credit) };
}

function mergedXmp(credit: Credit, packet: XmpPacket): CreditedXmp {
  const kept = new Map(
    packet.properties
      .filter(({ values: [text = ''] }) => !isTermsOfCredit(text))
      .map(({ name, values }) => [name, values[0]]),
  );
  const { copyright, terms } = wordsOf(credit);
  const written = ownProperties(credit).filter(({ name, isFilled }) => !(isFilled && kept.has(name)));
  const names = new Set(written.map(({ name }) => name));
  const own = description(
    written.map(({ xml }) => xml),
    packet.about,
  );
  const merged = replaceInXmp(packet, ({ name }) => (names.has(name) ? '' : undefined), own);
  return {
    xmp: Buffer.from(withoutPadding(merged)),
    copyright: kept.get(fullName('dc:rights')) ?? copyright,
    terms: kept.get(fullName('xmpRights:UsageTerms')) ?? terms,
  };
}

const wordsOf = ({ line, terms }: Credit): Omit<CreditedXmp, 'xmp'> => ({ copyright: line ?? terms, terms });

const TRAILER = '<?xpacket end';

/** Editors leave some KiB of room for a next edit. */
function withoutPadding(text: string): string {
  const end = text.lastIndexOf(TRAILER);
  return end === -1 ? text : text.slice(0, end).trimEnd() + text.slice(end);
}

interface OwnProperty {
  name: string;
  xml: string;
  /** Written only where the file says nothing itself: a copyright notice and terms are the words of its creator. */
  isFilled: boolean;
}

function ownProperties(credit: Credit): OwnProperty[] {
  const { assetId, title, creator, line, terms, deedUrl, provenanceUrl, source, isMarked } = credit;
  const marked = isMarked === null ? null : isMarked ? 'True' : 'False';
  const rows: [form: typeof simple, property: string, value: string | null, isFilled?: boolean][] = [
    [alternatives, 'dc:title', title],
    [sequence, 'dc:creator', creator],
    [alternatives, 'dc:rights', line ?? terms, true],
    [simple, 'dc:source', provenanceUrl],
    [simple, 'dc:identifier', assetId],
    [simple, 'photoshop:Credit', line],
    [simple, 'photoshop:Source', source],
    [simple, 'xmpRights:Marked', marked],
    [simple, 'xmpRights:WebStatement', deedUrl ?? provenanceUrl, deedUrl === null],
    [alternatives, 'xmpRights:UsageTerms', terms, true],
    [resource, 'cc:license', deedUrl],
    [simple, 'cc:attributionName', creator],
    [resource, 'cc:attributionURL', provenanceUrl],
  ];
  return rows.flatMap(([form, property, value, isFilled = false]) =>
    value === null ? [] : [{ name: fullName(property), xml: form(property, value), isFilled }],
  );
}
