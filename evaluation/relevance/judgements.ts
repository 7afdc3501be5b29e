import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const KINDS = ['word', 'synonym', 'phrase', 'order'] as const;
export type Kind = (typeof KINDS)[number];

/** One labelled query; `README.md` says what kinds and grades mean. */
export interface LabelledQuery {
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

const misspeltSchema = z.strictObject({
  query: z.string().min(1),
  kind: z.enum(['misspelt', 'joined']),
  of: z.string().min(1),
});

const imageSchema = z.strictObject({
  image: z.string(),
  query: z.string().min(1),
  wanted: z.array(z.string()).min(1),
});

export function readQueries(dir: string): LabelledQuery[] {
  return readLines(join(dir, 'queries.jsonl')).map((line) => {
    const { relevant, ...labelled } = querySchema.parse(line);
    return { ...labelled, grades: gradesOf(relevant) };
  });
}

function gradesOf(relevant: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(relevant).map(([hexcode, grade]) => [assetIdOf(hexcode), grade]));
}

/** What a person does, without the name of the thing, and the images that show one for it. */
export function readSituations(
  dir: string,
  file: 'situations' | 'situations-tuning',
): Pick<LabelledQuery, 'query' | 'grades'>[] {
  const schema = querySchema.omit({ kind: true });
  return readLines(join(dir, `${file}.jsonl`)).map((line) => {
    const { query, relevant } = schema.parse(line);
    return { query, grades: gradesOf(relevant) };
  });
}

/** Queries spelled wrong, with the judgements of the ones that were meant. */
export function readMisspelt(dir: string): LabelledQuery[] {
  const labelled = new Map(readQueries(dir).map((query) => [query.query, query]));
  return readLines(join(dir, 'misspelt.jsonl')).map((line) => {
    const { query, of } = misspeltSchema.parse(line);
    const meant = labelled.get(of);
    if (meant === undefined) throw new Error(`${of} is not among the labelled queries.`);
    return { ...meant, query };
  });
}

/** Names, brands, modern and invented words, which no correction may change. */
export function readUntouchedWords(dir: string): string[] {
  return UNTOUCHED_FILES.flatMap((file) => readFileSync(join(dir, file), 'utf8').trim().split('\n'));
}

/** The second one was written after the corrections were tuned on the first. */
const UNTOUCHED_FILES = ['untouched-words.txt', 'untouched-names.txt'];

export function readImagesWithWords(dir: string): ImageWithWords[] {
  return readLines(join(dir, 'images-with-words.jsonl')).map((line) => {
    const { image, query, wanted } = imageSchema.parse(line);
    return { image: assetIdOf(image), query, wanted: wanted.map(assetIdOf) };
  });
}

/** Constants are to be chosen on the tuning half and checked on the other one. */
export function isTuningQuery({ query }: LabelledQuery): boolean {
  return (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 0;
}

/** The values of a file of JSON lines. */
export function readLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function assetIdOf(hexcode: string): string {
  return `openmoji:${hexcode}`;
}
