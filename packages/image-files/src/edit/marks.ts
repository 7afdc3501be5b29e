import type { Described } from '../metadata/described.js';
import { IPTC_FIELD, textsIn } from '../metadata/iptc.js';
import { alternatives, description, fullName, sequence, simple, wholePacket } from './write-xmp.js';

/**
 * What a thumbnail keeps of the file that it is made of, as an XMP packet below 1 KB: creator, credit, copyright notice,
 * licence address, Digital Source Type and Data Mining, from the file's XMP, else from its IPTC record.
 * @returns undefined when the file says none of these.
 */
export function thumbnailXmp(described: Described): string | undefined {
  const marks = marksIn(described);
  for (const charsMax of TEXT_CHARS) {
    const properties = written(marks, charsMax);
    if (properties.every((xml) => xml === '')) return undefined;
    const packet = wholePacket(description(properties));
    if (Buffer.byteLength(packet) < PACKET_BYTES) return packet;
  }
  return undefined;
}

const PACKET_BYTES = 1_024;
/** Texts are cut further until the packet is small enough. Addresses are left out rather than cut. */
const TEXT_CHARS = [120, 60, 30, 12, 0];

interface Marks {
  creator: string | undefined;
  credit: string | undefined;
  copyright: string | undefined;
  license: string | undefined;
  /** In XML. */
  machine: string;
}

function marksIn({ xmp, iptc: record = Buffer.alloc(0) }: Described): Marks {
  const properties = new Map(xmp?.read?.properties.map(({ name, values }) => [name, values.join(', ')]));
  const said = (property: string): string | undefined => properties.get(fullName(property));
  const texts = textsIn(record);
  const field = (name: keyof typeof IPTC_FIELD) => texts.get(IPTC_FIELD[name])?.join(', ');
  return {
    creator: said('dc:creator') ?? field('byline'),
    credit: said('photoshop:Credit') ?? field('credit'),
    copyright: said('dc:rights') ?? field('copyrightNotice'),
    license: said('cc:license') ?? said('xmpRights:WebStatement'),
    machine: xmp?.bytes === undefined ? '' : rescuedMarks(xmp.bytes, THUMBNAIL_MARKS),
  };
}

function written({ creator, credit, copyright, license, machine }: Marks, charsMax: number): string[] {
  const cut = (text = ''): string | null => {
    const characters = Array.from(text.replace(/\p{Cc}/gu, ' '));
    const short =
      characters.length <= charsMax ? characters : [...characters.slice(0, Math.max(0, charsMax - 1)), '…'];
    return text === '' || charsMax === 0 ? null : short.join('');
  };
  const isShort = license !== undefined && /^https?:/i.test(license) && license.length <= ADDRESS_CHARS_MAX;
  return [
    sequence('dc:creator', cut(creator)),
    simple('photoshop:Credit', cut(credit)),
    alternatives('dc:rights', cut(copyright)),
    simple('xmpRights:WebStatement', isShort ? license : null),
    machine,
  ];
}

/** The deeds of Creative Commons have about 60. */
const ADDRESS_CHARS_MAX = 120;

interface Mark {
  property: string;
  value: string;
}

/** The values of these have a form by which they are known wherever they stand (IPTC NewsCodes, PLUS, XMP part 3). */
const THUMBNAIL_MARKS: readonly Mark[] = [
  {
    property: 'Iptc4xmpExt:DigitalSourceType',
    value: String.raw`https?://cv\.iptc\.org/newscodes/digitalsourcetype/\w{1,60}`,
  },
  { property: 'plus:DataMining', value: String.raw`https?://ns\.useplus\.org/ldf/vocab/DMI-[A-Z-]{1,60}` },
];
const MARKS: readonly Mark[] = [
  ...THUMBNAIL_MARKS,
  // By it the Extended XMP of a JPEG names the packet that it continues.
  { property: 'xmpNote:HasExtendedXMP', value: '[0-9A-F]{32}' },
];

/** The marks of a machine's work in a packet, also in one that is no XML, as properties in XML. */
export function rescuedMarks(packet: Buffer, marks = MARKS): string {
  const text = packet.toString('latin1');
  return marks
    .map(({ property, value }) => {
      const [, local = ''] = property.split(':');
      // An element's text, an attribute, or an address as a resource.
      const form = new RegExp(
        String.raw`:${local}(?:\s{1,20}rdf:resource)?\s{0,20}(?:=\s{0,20}["']|>\s{0,20})(${value})`,
      );
      return simple(property, form.exec(text)?.[1] ?? null);
    })
    .join('');
}
