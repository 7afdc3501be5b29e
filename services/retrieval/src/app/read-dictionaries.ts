import { setImmediate as nextTurn } from 'node:timers/promises';
import { LANGUAGES } from '@imagesearch/lexicon/languages';
import { lexiconOf, nameOfEmoji } from '@imagesearch/lexicon/lexicon';
import { readEnglishWords } from '@imagesearch/text-analysis/english-words';

/** Reads what queries are spelled and translated by, which takes about half a second. The first search that needed it would wait. */
export async function readDictionaries(): Promise<void> {
  readEnglishWords();
  nameOfEmoji('🔎');
  for (const language of LANGUAGES) {
    // Other services of the process get a turn.
    await nextTurn();
    lexiconOf(language);
  }
}
