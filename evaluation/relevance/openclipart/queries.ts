import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../judgements.js';

export const KINDS = [
  'word',
  'phrase',
  'synonym',
  'misspelt',
  'joined',
  'es',
  'de',
  'fr',
  'ja',
  'emoji',
  'situation',
  'design',
  'name',
  'nonsense',
] as const;
export type Kind = (typeof KINDS)[number];

export interface HeldOutQuery {
  query: string;
  kind: Kind;
  /** Grade by asset id; empty for a query that nothing answers. */
  grades: ReadonlyMap<string, number>;
}

const querySchema = z.strictObject({
  query: z.string().min(1),
  kind: z.enum(KINDS),
  subject: z.string().optional(),
});

const subjectSchema = z.strictObject({
  subject: z.string(),
  relevant: z.record(z.string(), z.number().int().min(1).max(3)),
});

export function readHeldOutQueries(dir: string): HeldOutQuery[] {
  const subjects = new Map(
    readLines(join(dir, 'subjects.jsonl')).map((line) => {
      const { subject, relevant } = subjectSchema.parse(line);
      const grades = Object.entries(relevant).map(([id, grade]) => [assetIdOf(id), grade] as const);
      return [subject, new Map(grades)] as const;
    }),
  );
  return readLines(join(dir, 'queries.jsonl')).map((line) => {
    const { query, kind, subject } = querySchema.parse(line);
    const grades = subject === undefined ? new Map<string, number>() : subjects.get(subject);
    if (grades === undefined) throw new Error(`${query}: no grades for ${subject ?? ''}.`);
    return { query, kind, grades };
  });
}

export function assetIdOf(id: string): string {
  return `openclipart:${id}`;
}
