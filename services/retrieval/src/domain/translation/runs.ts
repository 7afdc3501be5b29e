import { isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf } from '@imagesearch/lexicon/lexicon';

export interface RunParts {
  /** The parts in English; those that the lexicon lacks stay. Undefined when it has none. */
  english: string | undefined;
  /** Characters of the parts that it has. */
  covered: number;
}

/** Endings of adjectives and verbs stay behind when a word is cut out of a run: "黒い". */
const ENDING = /^[\p{sc=Hiragana}]{1,2}$/u;

/** Parts a text without spaces by the longest entries of the lexicon, from its beginning to its end. */
export function partsOf(run: string, language: Language): RunParts {
  const { translate, lengthMax } = lexiconOf(language);
  const parts: string[] = [];
  let rest = '';
  let covered = 0;
  const close = (): void => {
    if (rest !== '' && !isForeignStopWord(rest, language) && !ENDING.test(rest)) parts.push(rest);
    rest = '';
  };
  for (let at = 0; at < run.length;) {
    let length = Math.min(lengthMax, run.length - at);
    while (length > 0 && translate(run.slice(at, at + length)) === undefined) length -= 1;
    if (length === 0) {
      rest += run[at] ?? '';
      at += 1;
      continue;
    }
    close();
    parts.push(translate(run.slice(at, at + length)) ?? '');
    covered += length;
    at += length;
  }
  close();
  return { english: covered === 0 ? undefined : parts.join(' '), covered };
}
