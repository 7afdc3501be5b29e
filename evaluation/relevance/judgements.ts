import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const KINDS = ['word', 'synonym', 'phrase', 'order'] as const;
export type Kind = (typeof KINDS)[number];

/** One labelled query; `README.md` says what kinds and grades mean. */
export interface JudgedQuery {
  query: string;
  kind: Kind;
  /** Grade by asset id; an asset that is missing is not relevant. */
  grades: ReadonlyMap<string, number>;
}

/** An image with words: the answer is like the image, but as the words say. */
export interface ImageWithWords {
  image: string;
  query: string;
  wanted: string[];
}

const querySchema = z.strictObject({
  query: z.string().min(1),
  kind: z.enum(KINDS),
  relevant: z.record(z.string(), z.number().int().min(1).max(3)),
});

const imageSchema = z.strictObject({
  image: z.string(),
  query: z.string().min(1),
  wanted: z.array(z.string()).min(1),
});

export function readQueries(dir: string): JudgedQuery[] {
  return readLines(join(dir, 'queries.jsonl')).map((line) => {
    const { relevant, ...judged } = querySchema.parse(line);
    const grades = Object.entries(relevant).map(([hexcode, grade]) => [assetIdOf(hexcode), grade] as const);
    return { ...judged, grades: new Map(grades) };
  });
}

export function readImagesWithWords(dir: string): ImageWithWords[] {
  return readLines(join(dir, 'images-with-words.jsonl')).map((line) => {
    const { image, query, wanted } = imageSchema.parse(line);
    return { image: assetIdOf(image), query, wanted: wanted.map(assetIdOf) };
  });
}

/** Constants are to be chosen on the tuning half and checked on the other one. */
export function isTuningQuery({ query }: JudgedQuery): boolean {
  return (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 0;
}

function readLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function assetIdOf(hexcode: string): string {
  return `openmoji:${hexcode}`;
}
