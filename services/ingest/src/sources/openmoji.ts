import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { SourceItem, ListedSource } from './source.js';

/** Edge of the rendered image, pixels: the size in which OpenMoji publishes its own bitmaps. */
const EDGE_PX = 618;
/** Part of every item's version: raise it when the rendering or the metadata below changes. */
const CONNECTOR_VERSION = 1;

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
 * from its SVG, ids `openmoji:<hexcode>`.
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
    entries: () => entries.map((entry) => toItem(entry, join(root, 'color/svg'), version)),
  };
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
    aiGenerated: false,
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
