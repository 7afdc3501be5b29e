import { basename, extname } from 'node:path';

/** What a file's name says of its image. */
export interface NamedImage {
  title: string;
  /** Names that were split, as they are written: `gitHub` is a word of its own too. */
  tags: string[];
}

/**
 * `summer/red-barn_02.jpg` → `red barn 02`; `eiffelTower.webp` → `eiffel Tower`, with the tag `eiffelTower`;
 * `hammer1.webp` → `hammer 1`. Short mixtures such as `mp3`, `3d` or `1F34E` stay whole.
 */
export function namedImage(path: string): NamedImage {
  const words = basename(path, extname(path))
    .normalize('NFC')
    .replace(/[_\-.\s]+/g, ' ')
    .trim();
  const split = words.replace(LETTERS_AND_DIGITS, ' ').replace(CAMEL_CASE, ' ');
  const joined = words.split(' ').filter((word) => CAMEL_CASE_WORD.test(word));
  return { title: split, tags: joined };
}

/** Between a word of three letters or more and a number, either way around. */
const LETTERS_AND_DIGITS = /(?<=\p{L}{3})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu;
/** Before a capital that starts a word: after a word of two letters or more (not in `iPhone`), or at the end of capitals (`PDFFile`). */
const CAMEL_CASE = /(?<=\p{L}\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/gu;
const CAMEL_CASE_WORD = new RegExp(CAMEL_CASE.source, 'u');
