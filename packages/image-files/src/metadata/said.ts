import type { Provenance } from '@imagesearch/facets/provenance';
import type { Described } from './described.js';
import { readExifFacts, type ExifFacts } from './exif.js';
import { textsIn } from './iptc.js';
import type { XmpProperty } from './xmp.js';
import { namesRights } from './xmp-parts.js';

/** What a property says, wherever it stands in its packet. */
export type SaidProperty = Pick<XmpProperty, 'name' | 'values' | 'translations'> & {
  /** The first text of each field of a structure, by the field's full name. */
  fields: Readonly<Record<string, string>>;
};

/** What an image, or a file beside it, says of the image: read, and without a byte of the file. It passes between processes as JSON. */
export interface Said {
  /** The last of a name counts: what continues a packet comes first. */
  properties: SaidProperty[];
  /** Texts by the number of their field in the IPTC record; absent without one. */
  iptc?: Readonly<Record<number, string[]>> | undefined;
  exif?: ExifFacts | undefined;
  /** Something is there that cannot be read, and may say what may be done with the image. */
  isUnread: boolean;
}

/** What is there and cannot be read at all. */
export const UNREAD: Said = { properties: [], isUnread: true };

/** Reads what describes an image. */
export function saidBy({ exif, xmp, moreXmp, iptc, isUnread = false }: Described): Said {
  const packets = [moreXmp, xmp].filter((packet) => packet !== undefined);
  return {
    properties: packets
      .flatMap(({ read }) => read?.properties ?? [])
      .filter(({ values }) => values.length > 0)
      .map(({ name, values, translations, fields }) => ({
        name,
        values,
        translations,
        fields: Object.fromEntries(fields),
      })),
    iptc: iptc && Object.fromEntries(textsIn(iptc)),
    exif: exif && readExifFacts(exif),
    isUnread:
      isUnread ||
      packets.some(({ bytes, read }) => read === undefined && bytes !== undefined && namesRights(bytes)),
  };
}

/** What the C2PA manifest of a file says, and what its signature proves. */
export interface ContentCredential extends Omit<Provenance, 'statements'> {
  /** Digital source types of its actions and of those of its ingredients, the newest first. */
  sourceTypes: string[];
  /** There is a manifest, and what it says cannot be read. */
  isUnread?: boolean;
}

/** Of a manifest that nobody can read, or whose reading takes too much time or memory. */
export const UNREAD_CREDENTIAL: ContentCredential = {
  signature: null,
  claimGenerator: null,
  createdAt: null,
  sourceTypes: [],
  isUnread: true,
};

/** UUID of the box that holds all manifests of a file, whatever its format (C2PA 2.1, 11.1.4.2). */
const MANIFESTS_UUID = Buffer.from('6332706100110010800000aa00389b71', 'hex');

/** Whether a file may have a manifest: one without this box has none. */
export const mayHaveManifest = (file: Buffer): boolean => file.includes(MANIFESTS_UUID);
