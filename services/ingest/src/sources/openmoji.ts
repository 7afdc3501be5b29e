import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { NO_FACTS } from '@imagesearch/facets/provenance';
import type { SourceItem, ListedSource } from './source.js';

/** Edge of the rendered image, pixels: the size in which OpenMoji publishes its own bitmaps. */
const EDGE_PX = 618;
/** Part of every item's version: raise it when the rendering or the metadata below changes. */
const CONNECTOR_VERSION = 2;

/** The images that the demonstration's requests name and ask for: three cats, three flowers, an apple. */
const FIRST_HEXCODES = ['1F63A', '1F638', '1F63B', '1F339', '1F33A', '1F337', '1F34E'];
/** What those requests also find. So they are answered right while the rest comes in. */
const FIRST_SUBGROUPS = ['cat-face', 'plant-flower', 'food-fruit', 'animal-mammal'];

const entrySchema = z.object({
  hexcode: z.string(),
  group: z.string(),
  subgroups: z.string(),
  annotation: z.string(),
  tags: z.string(),
  openmoji_tags: z.string(),
  openmoji_author: z.string(),
  skintone: z.union([z.string(), z.number()]),
});

type Entry = z.output<typeof entrySchema>;

/**
 * The OpenMoji collection (CC BY-SA 4.0) from its npm package: every drawing without a skin-tone variant, rendered
 * from its SVG, ids `openmoji:<hexcode>`. The images above come first.
 */
export function openOpenMoji(): ListedSource {
  const root = dirname(createRequire(import.meta.url).resolve('openmoji/package.json'));
  const { version } = z.object({ version: z.string() }).parse(readJson(join(root, 'package.json')));
  const entries = z
    .array(entrySchema)
    .parse(readJson(join(root, 'data/openmoji.json')))
    .filter(({ skintone }) => skintone === '');
  return {
    source: 'openmoji',
    total: entries.length,
    entries: () => inOrder(entries).map((entry) => toItem(entry, join(root, 'color/svg'), version)),
  };
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const order = [...FIRST_HEXCODES, ...FIRST_SUBGROUPS];
  const placeOf = ({ hexcode, subgroups }: Entry): number => {
    const place = order.indexOf(FIRST_HEXCODES.includes(hexcode) ? hexcode : subgroups);
    return place === -1 ? order.length : place;
  };
  return entries.toSorted((first, second) => placeOf(first) - placeOf(second));
}

function toItem(entry: Entry, svgDir: string, packageVersion: string): SourceItem {
  const { hexcode, annotation, openmoji_author: author } = entry;
  return {
    assetId: `openmoji:${hexcode}`,
    title: annotation,
    tags: uniqueWords(entry.tags, entry.openmoji_tags),
    description: `${inWords(entry.group)}: ${inWords(entry.subgroups)}`,
    creator: author === '' ? null : author,
    creatorUrl: null,
    licenseVerbatim: 'CC BY-SA 4.0',
    provenanceUrl: `https://openmoji.org/library/emoji-${hexcode}/`,
    statement: null,
    facts: NO_FACTS,
    linkUrl: null,
    sourceVersion: createHash('sha256')
      .update(JSON.stringify([CONNECTOR_VERSION, packageVersion, entry]))
      .digest('hex'),
    image: { svgPath: join(svgDir, `${hexcode}.svg`), edgePx: EDGE_PX },
  };
}

function uniqueWords(...lists: string[]): string[] {
  const words = lists.flatMap((list) => list.split(',')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/** `animals-nature` → `animals nature` */
function inWords(slug: string): string {
  return slug.replaceAll('-', ' ');
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
