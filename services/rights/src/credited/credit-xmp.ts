import { readXmp, replaceInXmp, type XmpPacket } from '@imagesearch/service-kit/image/xmp-packet';
import type { Credit } from './credit.js';
import { rescuedMarks } from './marks.js';
import { alternatives, description, packetOf, resource, sequence, simple } from './write-xmp.js';

/**
 * The packet of a file with the credit in it: the IPTC Core properties title, creator, credit line, source, copyright
 * notice and usage terms, and the licence in the vocabulary of Creative Commons. Everything else in the packet stays as it
 * is. One that cannot be read is replaced by a packet of the credit and of the marks that can be found in it.
 */
export function creditedXmp(credit: Credit, packet?: Buffer): CreditedXmp {
  const read = packet && readXmp(packet);
  return read === undefined ? replacedXmp(credit, packet) : mergedXmp(credit, read);
}

export interface CreditedXmp {
  xmp: Buffer;
  /** What the packet says now: the words of the file where it has some. */
  copyright: string;
  terms: string;
}

/** A packet of the credit's own, for a file without one or with one that cannot be kept. */
export function replacedXmp(credit: Credit, packet?: Buffer): CreditedXmp {
  const own = ownProperties(credit).map(({ xml }) => xml);
  const rescued = packet === undefined ? '' : rescuedMarks(packet);
  return { xmp: Buffer.from(packetOf(description([...own, rescued]))), ...wordsOf(credit) };
}

function mergedXmp(credit: Credit, packet: XmpPacket): CreditedXmp {
  const kept = new Map(
    packet.properties.filter(({ values }) => !isOurs(values)).map(({ name, values }) => [name, values[0]]),
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
    copyright: kept.get(`${DC}rights`) ?? copyright,
    terms: kept.get(`${XMP_RIGHTS}UsageTerms`) ?? terms,
  };
}

const wordsOf = ({ line, terms }: Credit): Omit<CreditedXmp, 'xmp'> => ({ copyright: line ?? terms, terms });

const TRAILER = '<?xpacket end';

/** Editors leave some KiB of room for a next edit. */
function withoutPadding(text: string): string {
  const end = text.lastIndexOf(TRAILER);
  return end === -1 ? text : text.slice(0, end).trimEnd() + text.slice(end);
}

/** The terms that an earlier credited file was given are no word of its own. */
const OUR_TERMS = /^Licence: \S+ \(declared as "/;

export const isOurs = ([text = '']: readonly string[]): boolean => OUR_TERMS.test(text);

interface OwnProperty {
  name: string;
  xml: string;
  /** Written only where the file says nothing itself: a copyright notice and terms are the words of its creator. */
  isFilled: boolean;
}

const DC = 'http://purl.org/dc/elements/1.1/';
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/';
const XMP_RIGHTS = 'http://ns.adobe.com/xap/1.0/rights/';
const CC = 'http://creativecommons.org/ns#';

function ownProperties(credit: Credit): OwnProperty[] {
  const { assetId, title, creator, line, terms, deedUrl, provenanceUrl, source, isMarked } = credit;
  const marked = isMarked === null ? null : isMarked ? 'True' : 'False';
  const rows: [name: string, xml: string, isFilled?: boolean][] = [
    [`${DC}title`, alternatives('dc:title', title)],
    [`${DC}creator`, sequence('dc:creator', creator)],
    [`${DC}rights`, alternatives('dc:rights', line ?? terms), true],
    [`${DC}source`, simple('dc:source', provenanceUrl)],
    [`${DC}identifier`, simple('dc:identifier', assetId)],
    [`${PHOTOSHOP}Credit`, simple('photoshop:Credit', line)],
    [`${PHOTOSHOP}Source`, simple('photoshop:Source', source)],
    [`${XMP_RIGHTS}Marked`, simple('xmpRights:Marked', marked)],
    [
      `${XMP_RIGHTS}WebStatement`,
      simple('xmpRights:WebStatement', deedUrl ?? provenanceUrl),
      deedUrl === null,
    ],
    [`${XMP_RIGHTS}UsageTerms`, alternatives('xmpRights:UsageTerms', terms), true],
    [`${CC}license`, resource('cc:license', deedUrl)],
    [`${CC}attributionName`, simple('cc:attributionName', creator)],
    [`${CC}attributionURL`, resource('cc:attributionURL', provenanceUrl)],
  ];
  return rows
    .filter(([, xml]) => xml !== '')
    .map(([name, xml, isFilled = false]) => ({ name, xml, isFilled }));
}
