import { describingWords, type DescribedImage } from './terms.js';

/** Whether an image has no words, or only those that a camera writes: "IMG 2041". */
export function isWordless(texts: DescribedImage): boolean {
  return !hasMeaningfulWord(describingWords(texts));
}

/** @param words As written, of one image. */
export function hasMeaningfulWord(words: readonly string[]): boolean {
  return words.some((word) => !CAMERA_WORDS.has(word) && !HAS_DIGIT.test(word));
}

const HAS_DIGIT = /\p{N}/u;
/** What cameras and programs call every file. */
const CAMERA_WORDS = new Set(
  'img dsc dscf dscn dcim pxl mvi gopr vid image photo picture scan screenshot untitled copy'.split(' '),
);
