import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inChunks } from '../chunks.js';
import { dictionaryDir } from '@imagesearch/text-analysis/wordnet/dictionary-dir';

/** A set of words with one meaning, from WordNet's data files. */
export interface Synset {
  /** Part of speech and byte offset, e.g. `n02086723`. */
  id: string;
  /** Number of WordNet's lexicographer file, a coarse subject (5 is animals, 13 food). */
  subject: number;
  /** Words with spaces instead of underscores: `fire engine`, `Paris`. */
  words: string[];
  /** Occurrences of each word with this meaning in WordNet's tagged texts. */
  counts: number[];
  pointers: Pointer[];
  definition: string;
  examples: string;
}

export interface Pointer {
  /** WordNet's symbol: `@` hypernym, `&` similar, `+` derivation, … */
  symbol: string;
  target: string;
}

const FILES = ['noun', 'verb', 'adj', 'adv'];
const LINES_PER_CHUNK = 2_000;
const ADJECTIVE_MARKER = /\((?:p|a|ip)\)$/;

/** Every synset, in the order of the files. */
export async function readSynsets(signal?: AbortSignal): Promise<Synset[]> {
  const counts = parseSenseCounts(await readFile(join(dictionaryDir(), 'index.sense'), 'latin1'));
  const synsets: Synset[] = [];
  for (const file of FILES) {
    const text = await readFile(join(dictionaryDir(), `data.${file}`), 'latin1');
    const lines = text.split('\n');
    await inChunks(lines.length, LINES_PER_CHUNK, signal, (from, to) => {
      for (const line of lines.slice(from, to)) {
        // The licence at the head of each file is indented.
        if (line !== '' && !line.startsWith(' ')) synsets.push(parseSynset(line, counts));
      }
    });
  }
  return synsets;
}

/** Tag counts above 0, by `<synset id> <lemma>`. */
export type SenseCounts = ReadonlyMap<string, number>;

const TYPES = ['', 'n', 'v', 'a', 'r', 'a'];

/** Reads lines of the form `dog%1:05:00:: 02086723 1 42`: sense key, offset, sense number, tag count. */
export function parseSenseCounts(senseIndex: string): SenseCounts {
  const counts = new Map<string, number>();
  for (const line of senseIndex.split('\n')) {
    const [key = '', offset = '', , count = '0'] = line.split(' ');
    const [lemma = '', sense = ''] = key.split('%');
    if (count !== '0') counts.set(`${TYPES[Number(sense[0])] ?? ''}${offset} ${lemma}`, Number(count));
  }
  return counts;
}

/** Reads one line of a data file; its layout is in wndb(5WN). */
export function parseSynset(line: string, senseCounts: SenseCounts): Synset {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const [offset = '', subject = '', type = '', wordCount = ''] = fields;
  // A satellite adjective (s) is in the file of adjectives, and pointers refer to it as an adjective.
  const id = `${type === 's' ? 'a' : type}${offset}`;
  const words: string[] = [];
  const counts: number[] = [];
  let at = 4;
  for (let left = Number.parseInt(wordCount, 16); left > 0; left--, at += 2) {
    const word = (fields[at] ?? '').replace(ADJECTIVE_MARKER, '');
    words.push(word.replaceAll('_', ' '));
    counts.push(senseCounts.get(`${id} ${word.toLowerCase()}`) ?? 0);
  }
  const pointers: Pointer[] = [];
  let left = Number(fields[at++]);
  for (; left > 0; left--, at += 4) {
    pointers.push({ symbol: fields[at] ?? '', target: `${fields[at + 2] ?? ''}${fields[at + 1] ?? ''}` });
  }
  const gloss = line.slice(bar + 3);
  const quote = gloss.indexOf('"');
  return {
    id,
    subject: Number(subject),
    words,
    counts,
    pointers,
    definition: quote === -1 ? gloss : gloss.slice(0, quote),
    examples: quote === -1 ? '' : gloss.slice(quote),
  };
}
