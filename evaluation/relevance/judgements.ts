import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of the labelled queries, from the sources as from the build. */
const JUDGEMENTS = join(import.meta.dirname, '../relevance');

/** One labelled query; `README.md` says what kinds and grades mean. */
export interface LabelledQuery {
  query: string;
  kind: string;
  /** Grade by asset id; an asset that is missing is not relevant. */
  grades: ReadonlyMap<string, number>;
}

/** An image with words: the answer is like the image, but as the words say. */
export interface ImageWithWords {
  image: string;
  query: string;
  wanted: string[];
}

const gradesSchema = z.record(z.string(), z.number().int().min(1).max(3));
const querySchema = z.strictObject({
  query: z.string().min(1),
  kind: z.string().default('situation'),
  relevant: gradesSchema,
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
const heldOutSchema = z.strictObject({
  query: z.string().min(1),
  kind: z.string(),
  subject: z.string().optional(),
});
const subjectSchema = z.strictObject({ subject: z.string(), relevant: gradesSchema });

/** By what they say, or what a person does without the name of the thing. */
export function readQueries(
  file: 'queries' | 'situations' | 'situations-tuning' = 'queries',
): LabelledQuery[] {
  return readLines(`${file}.jsonl`).map((line) => {
    const { relevant, ...labelled } = querySchema.parse(line);
    return { ...labelled, grades: gradesOf('openmoji', relevant) };
  });
}

function gradesOf(source: string, relevant: Readonly<Record<string, number>>): LabelledQuery['grades'] {
  return new Map(Object.entries(relevant).map(([id, grade]) => [`${source}:${id}`, grade]));
}

/** Queries spelled wrong, with the judgements of the ones that were meant. */
export function readMisspelt(): LabelledQuery[] {
  const labelled = new Map(readQueries().map((query) => [query.query, query]));
  return readLines('misspelt.jsonl').map((line) => {
    const { query, of } = misspeltSchema.parse(line);
    const meant = labelled.get(of);
    if (meant === undefined) throw new Error(`${of} is not among the labelled queries.`);
    return { ...meant, query };
  });
}

/** Names, brands, modern and invented words, which no correction may change. */
export function readUntouchedWords(): string[] {
  return UNTOUCHED_FILES.flatMap((file) => readFileSync(join(JUDGEMENTS, file), 'utf8').trim().split('\n'));
}

/** The second one was written after the corrections were tuned on the first. */
const UNTOUCHED_FILES = ['untouched-words.txt', 'untouched-names.txt'];

export function readImagesWithWords(): ImageWithWords[] {
  return readLines('images-with-words.jsonl').map((line) => {
    const { image, query, wanted } = imageSchema.parse(line);
    return { image: `openmoji:${image}`, query, wanted: wanted.map((hexcode) => `openmoji:${hexcode}`) };
  });
}

/** Over the second collection. Without grades: a query that nothing answers. */
export function readHeldOutQueries(): LabelledQuery[] {
  const subjects = new Map(
    readLines('openclipart/subjects.jsonl').map((line) => {
      const { subject, relevant } = subjectSchema.parse(line);
      return [subject, gradesOf('openclipart', relevant)] as const;
    }),
  );
  return readLines('openclipart/queries.jsonl').map((line) => {
    const { query, kind, subject } = heldOutSchema.parse(line);
    const grades = subject === undefined ? new Map<string, number>() : subjects.get(subject);
    if (grades === undefined) throw new Error(`${query}: no grades for ${subject ?? ''}.`);
    return { query, kind, grades };
  });
}

/** Constants are to be chosen on the tuning half and checked on the other one. */
export function isTuningQuery({ query }: Pick<LabelledQuery, 'query'>): boolean {
  return (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 0;
}

/** The values of a file of JSON lines. */
export function readLines(file: string): unknown[] {
  return readFileSync(join(JUDGEMENTS, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
