import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionaryDir } from './dictionary-dir.js';
import { lineAt, linesStarting } from './sorted-lines.js';

/** WordNet's nouns and what is a kind of what. */
export interface NounSynsets {
  /** The meanings of a noun, the most frequent first; none for an unknown word. */
  meaningsOf(lemma: string): NounMeaning[];
  /** @param offset Of the meaning's line in the data file. */
  at(offset: number): NounSynset;
}

export interface NounMeaning {
  offset: number;
  /** Occurrences of the word with this meaning in WordNet's tagged texts. */
  count: number;
}

export interface NounSynset {
  /** In lower case; a name of several words has underscores. */
  words: string[];
  /** Offsets of its hyponyms, without instances: a boot is footwear, but Paris is no kind of city. */
  hyponyms: number[];
}

const HEXADECIMAL = 16;
const HYPONYM = '~';
let synsets: NounSynsets | undefined;

/** The files stay in memory as they are (23 MB), because a meaning is named by the offset of its line. */
export function getNounSynsets(): NounSynsets {
  synsets ??= openNounSynsets(read('index.sense'), read('data.noun'));
  return synsets;
}

function read(name: string): Buffer {
  return readFileSync(join(dictionaryDir(), name));
}

/** The layout of both files is in senseidx(5WN) and wndb(5WN). */
function openNounSynsets(senses: Buffer, data: Buffer): NounSynsets {
  return {
    meaningsOf: (lemma) =>
      linesStarting(senses, `${lemma}%1:`)
        .map((line) => line.split(' ').slice(1).map(Number))
        .sort(([, first = 0], [, second = 0]) => first - second)
        .map(([offset = 0, , count = 0]) => ({ offset, count })),
    at: (offset) => parseSynset(lineAt(data, offset)),
  };
}

function parseSynset(line: string): NounSynset {
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', HEXADECIMAL);
  const words = Array.from({ length: wordCount }, (_, at) => (fields[4 + 2 * at] ?? '').toLowerCase());
  const from = 4 + 2 * wordCount;
  const hyponyms: number[] = [];
  for (let left = Number(fields[from] ?? 0), at = from + 1; left > 0; left -= 1, at += 4) {
    if (fields[at] === HYPONYM) hyponyms.push(Number(fields[at + 1]));
  }
  return { words, hyponyms };
}
