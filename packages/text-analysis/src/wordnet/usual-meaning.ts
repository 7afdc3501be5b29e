import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionaryDir } from './dictionary-dir.js';
import { lemmaOf } from './morphy.js';
import { lineAt, linesStarting } from './sorted-lines.js';

/** What WordNet says of the meaning in which a word is used most. */
export interface UsualMeaning {
  /** "an animal that …" */
  gloss: string;
  /** Single words with the same meaning or a like one: "irate" → "enraged", "angry". */
  related: string[];
}

/** The files of data by the number of the part of speech in a sense key. */
const DATA_FILES = ['', 'noun', 'verb', 'adj', 'adv', 'adj'];
const HEXADECIMAL = 16;
const LIKE = '&';
const SINGLE_WORD = /^[a-z]+$/;
/** Shorter words are mostly abbreviations. */
const LETTERS_MIN = 3;

const files = new Map<string, Buffer>();

/** Undefined for a word that WordNet does not know. The first call reads WordNet (30 MB); later ones take microseconds. */
export function usualMeaningOf(word: string): UsualMeaning | undefined {
  const lemma = lemmaOf(word);
  const senses = linesStarting(fileOf('index.sense'), `${lemma}%`).map((line) => {
    const [key = '', offset = '', number = '', count = ''] = line.split(' ');
    const file = DATA_FILES[Number(key[key.indexOf('%') + 1])] ?? '';
    return { file, offset: Number(offset), number: Number(number), count: Number(count) };
  });
  const [usual] = senses.sort((one, other) => other.count - one.count || one.number - other.number);
  if (usual === undefined) return undefined;
  const { words, pointers, gloss } = synsetAt(usual);
  const like = pointers.flatMap((pointer) => synsetAt(pointer).words);
  const names = [...words, ...like].filter((name) => SINGLE_WORD.test(name) && name.length >= LETTERS_MIN);
  return { gloss, related: [...new Set(names)].filter((name) => name !== lemma) };
}

interface Place {
  file: string;
  offset: number;
}

/** The layout of a line is in wndb(5WN). */
function synsetAt({ file, offset }: Place) {
  const line = lineAt(fileOf(`data.${file}`), offset);
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', HEXADECIMAL);
  const words = Array.from({ length: wordCount }, (_, at) =>
    (fields[4 + 2 * at] ?? '').toLowerCase().replace(/\(\w+\)$/, ''),
  );
  const from = 4 + 2 * wordCount;
  const pointers: Place[] = [];
  for (let left = Number(fields[from] ?? 0), at = from + 1; left > 0; left -= 1, at += 4)
    if (fields[at] === LIKE) pointers.push({ file, offset: Number(fields[at + 1]) });
  const gloss = line.slice(bar + 3);
  return { words, pointers, gloss: (gloss.split('; "')[0] ?? '').replaceAll(/\([^)]*\)\s*/g, '').trim() };
}

function fileOf(name: string): Buffer {
  const known = files.get(name) ?? readFileSync(join(dictionaryDir(), name));
  files.set(name, known);
  return known;
}
