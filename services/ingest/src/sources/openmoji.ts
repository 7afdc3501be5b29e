import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pictureFolder } from './photographs.js';
import type { SourceItem, ListedSource } from './source.js';
import { toItem } from './to-item.js';

/** Edge of the rendered image, pixels: the size in which OpenMoji publishes its own bitmaps. */
const EDGE_PX = 618;
/** Part of every item's version: raise it when the rendering changes. */
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
export function openOpenMoji(source = 'openmoji'): ListedSource {
  const root = pictureFolder('openmoji');
  const { version } = z.object({ version: z.string() }).parse(readJson(join(root, 'package.json')));
  const entries = z
    .array(entrySchema)
    .parse(readJson(join(root, 'data/openmoji.json')))
    .filter(({ skintone }) => skintone === '');
  const drawings = { svgDir: join(root, 'color/svg'), version };
  return {
    source,
    total: entries.length,
    entries: () => inOrder(entries).map((entry) => itemOf(source, entry, drawings)),
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

function itemOf(
  source: string,
  entry: Entry,
  { svgDir, version }: { svgDir: string; version: string },
): SourceItem {
  const { hexcode, annotation: title, tags, openmoji_tags: moreTags, openmoji_author: creator } = entry;
  return toItem(source, {
    id: hexcode,
    title,
    tags: `${tags},${moreTags}`.split(','),
    description: `${inWords(entry.group)}: ${inWords(entry.subgroups)}`,
    creator,
    license: 'CC BY-SA 4.0',
    sourceUrl: `https://openmoji.org/library/emoji-${hexcode}/`,
    bytesVersion: `${CONNECTOR_VERSION} ${version}`,
    image: { svgPath: join(svgDir, `${hexcode}.svg`), edgePx: EDGE_PX },
  });
}

/** `animals-nature` → `animals nature` */
function inWords(slug: string): string {
  return slug.replaceAll('-', ' ');
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
