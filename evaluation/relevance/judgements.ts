import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractFilters } from '@imagesearch/facets/filters';

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

/** Grades by id within the collection. */
type Relevant = Record<string, number>;

/** By what they say, or what a person does without the name of the thing. */
export function readQueries(
  file: 'queries' | 'situations' | 'situations-tuning' = 'queries',
): LabelledQuery[] {
  const lines = readLines<{ query: string; kind?: string; relevant: Relevant }>(`${file}.jsonl`);
  return lines.map(({ query, kind = 'situation', relevant }) => ({
    ...{ query, kind },
    grades: gradesOf('openmoji', relevant),
  }));
}

function gradesOf(source: string, relevant: Relevant): LabelledQuery['grades'] {
  return new Map(Object.entries(relevant).map(([id, grade]) => [`${source}:${id}`, grade]));
}

/** Queries spelled wrong, with the judgements of the ones that were meant. */
export function readMisspelt(): LabelledQuery[] {
  const lines = readLines<{ query: string; of: string }>('misspelt.jsonl');
  return lines.map(({ query, of }) => ({ ...labelled(of), query }));
}

function labelled(text: string): LabelledQuery {
  const meant = readQueries().find(({ query }) => query === text);
  if (meant === undefined) throw new Error(`${text} is not among the labelled queries.`);
  return meant;
}

/** Queries in other languages, with the judgements of the English ones that mean the same; `kind` is the language. */
export function readForeign(): LabelledQuery[] {
  const lines = readLines<{ query: string; lang: string; of: string }>('languages.jsonl');
  return lines.map(({ query, lang, of }) => ({ ...labelled(of), query, kind: lang }));
}

/** Names, brands, modern and invented words, which no correction may change. */
export function readUntouchedWords(): string[] {
  return UNTOUCHED_FILES.flatMap((file) => readFileSync(join(JUDGEMENTS, file), 'utf8').trim().split('\n'));
}

/** The second one was written after the corrections were tuned on the first. */
const UNTOUCHED_FILES = ['untouched-words.txt', 'untouched-names.txt'];

export function readImagesWithWords(): ImageWithWords[] {
  return readLines<ImageWithWords>('images-with-words.jsonl').map(({ image, query, wanted }) => ({
    image: `openmoji:${image}`,
    query,
    wanted: wanted.map((hexcode) => `openmoji:${hexcode}`),
  }));
}

/** Over the second collection. Without grades: a query that nothing answers. */
export function readHeldOutQueries(): LabelledQuery[] {
  const lines = readLines<{ subject: string; relevant: Relevant }>('openclipart/subjects.jsonl');
  const subjects = new Map(
    lines.map(({ subject, relevant }) => [subject, gradesOf('openclipart', relevant)] as const),
  );
  const queries = readLines<{ query: string; kind: string; subject?: string }>('openclipart/queries.jsonl');
  return queries.map(({ query, kind, subject }) => {
    const grades = subject === undefined ? new Map<string, number>() : subjects.get(subject);
    if (grades === undefined) throw new Error(`${query}: no grades for ${subject ?? ''}.`);
    return { query, kind, grades };
  });
}

/** What an art director writes, the filters that it asks for, and the words that are left to be searched for. */
export interface Brief {
  query: string;
  filters: ContractFilters;
  rest: string;
}

export const readBriefs = (): Brief[] => readLines<Brief>('briefs.jsonl');

/** Constants are to be chosen on the tuning half and checked on the other one. */
export function isTuningQuery({ query }: Pick<LabelledQuery, 'query'>): boolean {
  return (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 0;
}

/** The values of a file of JSON lines. */
export function readLines<Value>(file: string): Value[] {
  return readFileSync(join(JUDGEMENTS, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Value);
}
