import { wordPattern } from './word-pattern.js';

/** What cameras and programs call every file. */
const CAMERA_WORDS = new Set(
  'img dsc dscf dscn dcim pxl mvi gopr vid image photo picture scan screenshot untitled copy'.split(' '),
);
const HAS_DIGIT = /\p{N}/u;
const WORD = wordPattern(String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`);

/** Whether an image has no words, or only those that a camera writes: "IMG 2041". */
export function isWordless(texts: { title: string; tags: readonly string[]; description: string }): boolean {
  const written = [texts.title, ...texts.tags, texts.description].join(' ').toLowerCase().match(WORD) ?? [];
  return written.every((word) => CAMERA_WORDS.has(word) || HAS_DIGIT.test(word));
}
