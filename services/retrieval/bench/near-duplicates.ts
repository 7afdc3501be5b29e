import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import {
  areDuplicates,
  DUPLICATE_LIMITS,
  duplicateLimitsOf,
  FLAT_DUPLICATE_LIMITS,
  isFlat,
  lookLikeness,
  type Likeness,
} from '#src/domain/collapse';
import { hashBitsBetween } from '#src/domain/close-hashes';
import type { Look } from '#src/domain/point';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { quantile } from '@imagesearch/testkit/bench/measure';
import { openMojiDrawings, type NamedImage } from '@imagesearch/testkit/images/openmoji-drawings';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';
import { VARIANTS } from './variants.js';

/** Photographs are brought to this edge first, as a source would deliver them. */
const PHOTO_EDGE_PX = 1_280;
const DRAWINGS = Number(process.env['BENCH_DRAWINGS'] ?? 600);
/** Of the drawings, those whose copies are made as well. */
const COPIED_DRAWINGS = Number(process.env['BENCH_COPIED_DRAWINGS'] ?? 80);
const CALL_TIMEOUT_MS = 120_000;

const OTHERS = 'another image';

interface Seen extends Pick<Look, 'image' | 'palette'> {
  name: string;
  isGrey: boolean;
  perceptualHash: string;
}

interface Pair {
  kind: string;
  isCopy: boolean;
  names: string;
  likeness: Likeness;
  /** As the service decides. */
  isCollapsed: boolean;
}

/**
 * How well near-duplicates are told from other images, at the limits of the service and at others. The images are OpenMoji's
 * drawings, many of which differ in one colour or one line, and the photographs of the folder that is given.
 */
async function main(): Promise<void> {
  const stack = await TestStack.start(smallCollection([]));
  const { EMBEDDING_ADDRESS: target, SERVICE_TOKEN: token } = stack.stack.addresses;
  const embedding = createEmbeddingClient(target, token);
  const groups = [
    { name: 'photographs', images: await photographs(process.argv[2]), copied: Infinity },
    { name: 'drawings', images: await openMojiDrawings(DRAWINGS), copied: COPIED_DRAWINGS },
  ];
  for (const { name, images, copied } of groups) {
    if (images.length === 0) continue;
    const { pairs, flat } = await pairsOf(images, copied, embedding);
    printKinds(`${images.length} ${name}, ${flat} of them flat`, pairs);
    printLimits(pairs);
  }
  embedding.close();
  await stack.stop();
}

async function photographs(folder: string | undefined): Promise<NamedImage[]> {
  if (folder === undefined) return [];
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(jpe?g|png)$/i.test(file));
  return Promise.all(
    files.sort().map(async (name) => ({
      name,
      bytes: await sharp(await readFile(join(folder, name)))
        .resize({ width: PHOTO_EDGE_PX, height: PHOTO_EDGE_PX, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    })),
  );
}

async function pairsOf(
  images: readonly NamedImage[],
  copied: number,
  embedding: EmbeddingClient,
): Promise<{ pairs: Pair[]; flat: number }> {
  const seen: Seen[] = [];
  const pairs: Pair[] = [];
  for (const [position, { name, bytes }] of images.entries()) {
    const original = await look(name, bytes, embedding);
    seen.push(original);
    // Spread over the whole collection.
    if (position % Math.ceil(images.length / Math.min(copied, images.length)) !== 0) continue;
    // Without colour, or in another hue, a grey image is what it was.
    const variants = VARIANTS.filter(({ changesColour }) => changesColour !== true || !original.isGrey);
    const made = variants.map(async ({ name: kind, isCopy, make }) => {
      const copy = await look(name, await make(bytes), embedding);
      return { kind, isCopy, names: name, ...compared(original, copy) };
    });
    pairs.push(...(await Promise.all(made)));
  }
  for (const [position, one] of seen.entries()) {
    for (const other of seen.slice(0, position)) {
      const names = `${other.name} / ${one.name}`;
      pairs.push({ kind: OTHERS, isCopy: false, names, ...compared(one, other) });
    }
  }
  return { pairs, flat: seen.filter(({ palette }) => isFlat(palette)).length };
}

async function look(name: string, bytes: Buffer, embedding: EmbeddingClient): Promise<Seen> {
  const { vector, signals } = await embedding.embedImage(
    { image: bytes, withSignals: true },
    detachedCall(CALL_TIMEOUT_MS),
  );
  if (!vector || signals?.perceptualHash === undefined)
    throw new Error(`${name} has no vector or no signals`);
  return {
    name,
    image: Float32Array.from(vector.values),
    palette: signals.palette.map((hex, at) => ({ hex, share: signals.paletteShares[at] ?? 0 })),
    perceptualHash: signals.perceptualHash,
    isGrey: signals.monochrome === true,
  };
}

function compared(one: Seen, other: Seen): Pick<Pair, 'likeness' | 'isCollapsed'> {
  const hashBits = hashBitsBetween(one.perceptualHash, other.perceptualHash);
  const likeness = { hashBits, ...lookLikeness(one, other) };
  return { likeness, isCollapsed: areDuplicates(likeness, duplicateLimitsOf(one, other)) };
}

function printKinds(title: string, pairs: readonly Pair[]): void {
  console.log(
    `\n${title}, at ${JSON.stringify(DUPLICATE_LIMITS)}, flat ones at ${JSON.stringify(FLAT_DUPLICATE_LIMITS)}`,
  );
  const kinds = [...new Set(pairs.map(({ kind }) => kind))];
  console.table(
    kinds.map((kind) => {
      const own = pairs.filter((pair) => pair.kind === kind);
      const at = (share: number, value: (likeness: Likeness) => number): number =>
        Number(
          quantile(
            own.map(({ likeness }) => value(likeness)).sort((a, b) => a - b),
            share,
          ).toFixed(3),
        );
      return {
        kind,
        isCopy: own[0]?.isCopy,
        pairs: own.length,
        collapsed: own.filter(({ isCollapsed }) => isCollapsed).length,
        bits50: at(0.5, ({ hashBits }) => hashBits),
        bits95: at(0.95, ({ hashBits }) => hashBits),
        palette50: at(0.5, ({ paletteDistance }) => paletteDistance),
        palette95: at(0.95, ({ paletteDistance }) => paletteDistance),
        cosine5: at(0.05, ({ cosine }) => cosine),
        cosine50: at(0.5, ({ cosine }) => cosine),
      };
    }),
  );
  const wrong = pairs.filter(({ isCopy, isCollapsed }) => !isCopy && isCollapsed);
  for (const { kind, names, likeness } of wrong.slice(0, 25)) {
    console.log(`  collapsed wrongly (${kind}): ${names} ${JSON.stringify(likeness)}`);
  }
}

/** What one set of limits for all images would collapse, over a grid. */
function printLimits(pairs: readonly Pair[]): void {
  const copies = pairs.filter(({ isCopy }) => isCopy);
  const others = pairs.filter(({ kind }) => kind === OTHERS);
  const changed = pairs.filter(({ isCopy, kind }) => !isCopy && kind !== OTHERS);
  const rows = [];
  for (const hashBits of [0, 2, 4, 6, 8]) {
    for (const paletteDistance of [2, 4, 6]) {
      for (const cosine of [0.95, 0.97, 0.98, 0.99]) {
        const limits = { hashBits, paletteDistance, cosine };
        const collapsed = (among: readonly Pair[]): number =>
          among.filter(({ likeness }) => areDuplicates(likeness, limits)).length;
        const recall = (collapsed(copies) / copies.length).toFixed(3);
        rows.push({ ...limits, recall, others: collapsed(others), changed: collapsed(changed) });
      }
    }
  }
  console.table(rows);
}

await main();
process.exit(0);
