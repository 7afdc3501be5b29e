import { converter, differenceCiede2000 } from 'culori';
import type { Fused } from './fusion.js';
import type { Look, Swatch } from './point.js';

/** A candidate, and the copies of the same picture that it stands for, best first. */
export interface Folded extends Fused {
  duplicates?: readonly string[];
}

export interface Folding {
  /** 16 hexadecimal digits; null when unknown: such a picture is a copy of none. */
  hashOf: (assetId: string) => string | null;
  /** Asked once, and only for pictures whose hashes are close. */
  looksOf: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, Look>>;
  /** How many candidates are wanted. */
  limit: number;
}

/**
 * The first `limit` candidates that are no copies of a better one. Two pictures are copies when three witnesses agree:
 * the perceptual hash (brightness, coarse), the palette (colour) and the model's vector (content). Each alone confuses
 * pictures that a designer keeps apart: a red and a green disc, two clock faces, two crowds.
 */
export async function foldDuplicates(ranked: readonly Fused[], folding: Folding): Promise<Folded[]> {
  const alike = pairsWithCloseHashes(ranked, folding.hashOf);
  const suspects = new Set([...alike].flatMap(([assetId, others]) => [assetId, ...others]));
  if (suspects.size === 0) return ranked.slice(0, folding.limit);
  const looks = await folding.looksOf([...suspects]);

  const kept = new Map<string, Folded & { duplicates: string[] }>();
  for (const candidate of ranked) {
    const best = alike
      .get(candidate.assetId)
      ?.find((other) => kept.has(other) && lookAlike(looks.get(other), looks.get(candidate.assetId)));
    if (best !== undefined) kept.get(best)?.duplicates.push(candidate.assetId);
    else if (kept.size < folding.limit) kept.set(candidate.assetId, { ...candidate, duplicates: [] });
  }
  return [...kept.values()];
}

/**
 * What two pictures have to agree in to be copies of one. By `pnpm bench:folding` with the lite model: of 89 photographs'
 * copies 92 % at half the size are found, 84 % as JPEG of quality 60, 96 % cut by 2 %, 69 % cut by 5 %, and 24 % at half the
 * size and quality 30; of 3,916 pairs of other photographs 1 is folded. Drawings are harder: of 7,140 pairs among 120 faces of
 * OpenMoji 17 are folded, such as two grins that differ in their eyes.
 */
export const COPY_LIMITS: Readonly<Likeness> = { hashBits: 6, paletteDistance: 6, cosine: 0.95 };

/** How alike two pictures are, by each witness. */
export interface Likeness {
  /** Of the 64 of a perceptual hash, those that differ. */
  hashBits: number;
  /** Mean ΔE2000 from each colour of one palette to the nearest of the other, the larger of the two ways. */
  paletteDistance: number;
  /** Of the pictures' vectors. */
  cosine: number;
}

export function areCopies(likeness: Likeness, limits: Likeness = COPY_LIMITS): boolean {
  return (
    likeness.hashBits <= limits.hashBits &&
    likeness.cosine >= limits.cosine &&
    likeness.paletteDistance <= limits.paletteDistance
  );
}

export function lookLikeness(one: Look, other: Look): Omit<Likeness, 'hashBits'> {
  return {
    cosine: cosine(one.image, other.image),
    paletteDistance: Math.max(
      paletteDistance(one.palette, other.palette),
      paletteDistance(other.palette, one.palette),
    ),
  };
}

/** Bits in which two hashes of 16 hexadecimal digits differ. */
export function hashBitsBetween(one: string, other: string): number {
  return differingBits(parseHash(one), parseHash(other));
}

interface Hash {
  high: number;
  low: number;
}

/** By candidate, the better ranked ones whose hash differs in few bits, best first. */
function pairsWithCloseHashes(
  ranked: readonly Fused[],
  hashOf: (assetId: string) => string | null,
): Map<string, string[]> {
  const hashed = ranked.flatMap(({ assetId }) => {
    const hash = hashOf(assetId);
    return hash === null ? [] : [{ assetId, ...parseHash(hash) }];
  });
  const pairs = new Map<string, string[]>();
  for (const [position, one] of hashed.entries()) {
    for (const other of hashed.slice(0, position)) {
      if (differingBits(one, other) > COPY_LIMITS.hashBits) continue;
      const others = pairs.get(one.assetId);
      if (others === undefined) pairs.set(one.assetId, [other.assetId]);
      else others.push(other.assetId);
    }
  }
  return pairs;
}

function lookAlike(one: Look | undefined, other: Look | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return areCopies({ hashBits: 0, ...lookLikeness(one, other) });
}

function parseHash(hash: string): Hash {
  return { high: Number.parseInt(hash.slice(0, 8), 16), low: Number.parseInt(hash.slice(8), 16) };
}

function differingBits(one: Hash, other: Hash): number {
  return bitsSet(one.high ^ other.high) + bitsSet(one.low ^ other.low);
}

/** From each colour of `from`, by its share, to the nearest colour of `to`; 0 where neither is known. */
function paletteDistance(from: readonly Swatch[], to: readonly Swatch[]): number {
  if (from.length === 0 || to.length === 0) return from.length === to.length ? 0 : Infinity;
  const targets = to.map(({ hex }) => toLab(hex));
  let sum = 0;
  let shares = 0;
  for (const { hex, share } of from) {
    const color = toLab(hex);
    if (color === undefined) continue;
    sum += share * Math.min(...targets.map((target) => (target ? difference(color, target) : Infinity)));
    shares += share;
  }
  return shares === 0 ? 0 : sum / shares;
}

const difference = differenceCiede2000();
const toLab = converter('lab65');

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    product += value * other;
    squaresA += value * value;
    squaresB += other * other;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

/** Of 32 bits; Hacker's Delight, 5-2. */
function bitsSet(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
