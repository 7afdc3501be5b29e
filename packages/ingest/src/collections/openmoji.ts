import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { Collection, CollectionItem } from './collection.js';

/** Edge of the rendered picture, pixels: the size in which OpenMoji publishes its own bitmaps. */
const EDGE_PX = 618;
/** The drawings are 72 units wide; an SVG unit at this many dots per inch is one pixel of the result. */
const SVG_EDGE_UNITS = 72;
const SVG_DPI = 72;
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
export function openOpenMoji(): Collection {
  const root = dirname(createRequire(import.meta.url).resolve('openmoji/package.json'));
  const { version } = z.object({ version: z.string() }).parse(readJson(join(root, 'package.json')));
  const entries = z
    .array(entrySchema)
    .parse(readJson(join(root, 'data/openmoji.json')))
    .filter(({ skintone }) => skintone === '');
  return {
    source: 'openmoji',
    total: entries.length,
    items: () => entries.map((entry) => toItem(entry, join(root, 'color/svg'), version)),
  };
}

function toItem(entry: Entry, svgDir: string, packageVersion: string): CollectionItem {
  const { hexcode, annotation, openmoji_author: author } = entry;
  return {
    assetId: `openmoji:${hexcode}`,
    title: annotation,
    tags: uniqueWords(entry.tags, entry.openmoji_tags),
    description: `${inWords(entry.group)}: ${inWords(entry.subgroups)}`,
    creator: author === '' ? null : author,
    licenseVerbatim: 'CC BY-SA 4.0',
    provenanceUrl: `https://openmoji.org/library/emoji-${hexcode}/`,
    aiGenerated: false,
    sourceVersion: createHash('sha256')
      .update(JSON.stringify([CONNECTOR_VERSION, packageVersion, entry]))
      .digest('hex'),
    loadFile: async () => render(await readFile(join(svgDir, `${hexcode}.svg`))),
  };
}

/** A drawing as a PNG with its transparency kept. */
function render(svg: Buffer): Promise<Buffer> {
  return sharp(svg, { density: (SVG_DPI * EDGE_PX) / SVG_EDGE_UNITS })
    .resize(EDGE_PX, EDGE_PX, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
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
