import { lexiconOf } from '@imagesearch/lexicon/lexicon';
import {
  hasMeaning,
  isDescribing,
  isSpelledRight,
  standingOf,
} from '@imagesearch/text-analysis/english-words';
import { meaningsOf, tokensOf, type LanguageHints } from './language.js';
import { nearestWord, type Certainty } from './nearest-word.js';
import { queryWordsOf, replaced, termsOf, wordsOf, type Edit, type QueryWord } from './terms.js';
import { translate, type Translation } from './translation.js';
import { isModel, type Vocabulary } from './vocabulary.js';

/** What the words of a query are, compared with those of a collection. */
export interface Spelling {
  /** The query with its translations and corrections. */
  words: string;
  /** What other languages than English, and emoji, were taken for. */
  translations: Translation[];
  corrections: Correction[];
  /** Words of the corrected query that neither the collection nor WordNet knows, each once. */
  unmatched: string[];
  /** The corrected query with guesses for unmatched words; undefined without one. */
  didYouMean: string | undefined;
}

interface Correction {
  /** As written. */
  from: string;
  to: string;
}

export interface SpellingOptions {
  /** Corrects nothing: what would be corrected is only proposed. */
  exact: boolean;
  languages: LanguageHints;
}

/** What the words are compared with. */
interface Sources {
  ask: AskIndex;
  /** English words, for what no word of the collection is near to. */
  dictionary: Vocabulary;
}

/** Which of some words the index finds images by. Asked only about words that the vocabulary lacks. */
export type AskIndex = (words: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Translates words of other languages into English, then corrects what is spelled wrong.
 */
export async function checkSpelling(
  query: string,
  vocabulary: Vocabulary,
  options: SpellingOptions & Sources,
): Promise<Spelling> {
  if (options.exact) return { ...(await corrected(query, vocabulary, options)), translations: [] };
  const { words, translations } = await translated(query, vocabulary, options);
  return { ...(await corrected(words, vocabulary, options)), translations };
}

/** The index is asked only about words that may be of another language. */
async function translated(
  query: string,
  vocabulary: Vocabulary,
  { languages, ask }: SpellingOptions & Sources,
) {
  const isSlip = (text: string): boolean => {
    const meanings = meaningsOf(text);
    const meant = meanings.length === 0 ? undefined : nearest(text, vocabulary, 'sure');
    return meant !== undefined && meanings.includes(meant);
  };
  // A word that is one error away from its translation may well be English ("elefant").
  const standing = remembered((text) => {
    const known = standingOf(text);
    return known === 'unknown' && isSlip(text) ? 'common' : known;
  });
  const tokens = tokensOf(query);
  const texts = [...new Set(tokens.map(({ text }) => text))];
  const isPreferred = (text: string): boolean =>
    languages.first !== undefined && lexiconOf(languages.first).translate(text) !== undefined;
  const foreign = texts.filter((text) => isPreferred(text) || standing(text) !== 'common');
  const hasEmoji = tokens.some(({ kind }) => kind === 'emoji');
  if (foreign.length === 0 && !hasEmoji && languages.stated === undefined) {
    return { words: query, translations: [] };
  }
  const lacked = foreign.filter((text) => !vocabulary.holds(text));
  const inIndex = await ask(lacked.slice(0, DOUBTFUL_MAX));
  const held = (text: string): boolean =>
    inIndex.has(text) || vocabulary.holds(text) || wordsOf(text).every((word) => vocabulary.holds(word));
  const { countOf } = vocabulary;
  return translate(query, languages, { held: remembered(held), countOf, standingOf: standing });
}

/**
 * Corrects, joins and splits words that are spelled wrong, by the words of the collection, or else of the dictionary. Words that the
 * collection, WordNet or the dictionary knows are not corrected. The time is bounded: of a long query only the first unknown words are looked at.
 */
async function corrected(
  query: string,
  vocabulary: Vocabulary,
  { exact, ask, dictionary }: SpellingOptions & Sources,
): Promise<Omit<Spelling, 'translations'>> {
  const words = queryWordsOf(query);
  const doubtful = [...new Set(words.map(({ text }) => text))]
    .filter((text) => isDoubtful(text, vocabulary))
    .slice(0, DOUBTFUL_MAX);
  const inIndex = doubtful.length === 0 ? new Set<string>() : await ask(doubtful);
  const held = (text: string): boolean => vocabulary.holds(text) || inIndex.has(text);
  const edits = editsOf(words, { held, vocabulary, dictionary, doubtful: new Set(doubtful) });
  const rewritten = replaced(query, edits);
  if (exact) {
    const didYouMean = rewritten === query ? undefined : rewritten;
    return { words: query, corrections: [], unmatched: unmatchedIn(query, held), didYouMean };
  }
  const unmatched = unmatchedIn(rewritten, held);
  return {
    words: rewritten,
    corrections: edits.map(({ start, end, to }) => ({ from: query.slice(start, end), to })),
    unmatched,
    didYouMean: guessed(rewritten, new Set(unmatched), vocabulary),
  };
}

/** A long query has the same word in many phrases. */
function remembered<Answer>(test: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = test(text);
    answers.set(text, answer);
    return answer;
  };
}

/** A search looks up so many words at most; each costs up to a tenth of a millisecond. */
const DOUBTFUL_MAX = 16;

/** Whether a word may have to change, or may be one that nothing knows: the vocabulary may be a sample, or older than the word. */
function isDoubtful(text: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.holds(text))
    return reshaped(text, vocabulary) !== undefined || openForm(text, vocabulary) !== undefined;
  return !isSpelledRight(text) || !hasMeaning(text) || vocabulary.pairOf(text) !== undefined;
}

interface Known {
  held: (text: string) => boolean;
  vocabulary: Vocabulary;
  dictionary: Vocabulary;
  doubtful: ReadonlySet<string>;
}

function editsOf(words: readonly QueryWord[], known: Known): Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [word, next] = [words[at], words[at + 1]];
    if (word === undefined || word.quoted) continue;
    const joined = next && joinedWith(word, next, known);
    if (next && joined !== undefined) {
      edits.push({ start: word.start, end: next.end, to: joined });
      at += 1;
      continue;
    }
    const to = correctionOf(word, known);
    if (to !== undefined) edits.push({ start: word.start, end: word.end, to });
  }
  return edits;
}

/**
 * Two words that the collection has as one, and not side by side. When it has both words, they are joined only if the first
 * names something: a green house is no greenhouse.
 */
function joinedWith(first: QueryWord, second: QueryWord, { held, vocabulary }: Known): string | undefined {
  const joined = first.text + second.text;
  if (!second.follows || second.quoted || vocabulary.countOf(joined) === 0) return undefined;
  const isShort = Math.min(first.text.length, second.text.length) < JOINED_LETTERS_MIN;
  if (isShort && !isModel(first.text, second.text)) return undefined;
  if (vocabulary.pairOf(joined) !== undefined) return undefined;
  const bothHeld = held(first.text) && held(second.text);
  return bothHeld && isDescribing(first.text) ? undefined : joined;
}

const JOINED_LETTERS_MIN = 2;

function correctionOf(
  { text, written }: QueryWord,
  { held, vocabulary, dictionary, doubtful }: Known,
): string | undefined {
  if (!doubtful.has(text)) return undefined;
  if (held(text)) return openForm(text, vocabulary) ?? reshaped(text, vocabulary);
  // A compound that the collection writes as two words is split even when the dictionary knows it.
  const pair = vocabulary.pairOf(text);
  if (pair !== undefined) return pair.words;
  if (isSpelledRight(text)) return undefined;
  const umlauts = umlautFormsOf(written).find((form) => form !== text && held(form));
  if (umlauts !== undefined) return umlauts;
  const ofDictionary = () =>
    text.length < DICTIONARY_LETTERS_MIN ? undefined : nearest(text, dictionary, 'sure');
  return nearest(text, vocabulary, 'sure') ?? ofDictionary();
}

/** Two words that more images have than the word that they make. Where the first one describes, they may mean another thing. */
function openForm(text: string, vocabulary: Vocabulary): string | undefined {
  const pair = vocabulary.pairOf(text);
  if (pair === undefined || pair.count <= vocabulary.countOf(text)) return undefined;
  return isDescribing(pair.words.split(' ')[0] ?? '') ? undefined : pair.words;
}

/** A German ü is written "ue" where a keyboard lacks it; captions have either. */
function umlautFormsOf(written: string): string[] {
  const spelledOut = written
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => `${letter.normalize('NFD')[0] ?? ''}e`);
  return [spelledOut, written.toLowerCase().replaceAll(/([aou])e/g, '$1')].flatMap(wordsOf);
}

/** Of shorter words any may be an abbreviation. */
const DICTIONARY_LETTERS_MIN = 4;

/** A wrong form of a word that images have in another one: "smileing". The index finds it by its stem, a model does not know it. */
function reshaped(text: string, vocabulary: Vocabulary): string | undefined {
  if (vocabulary.countOf(text) > 0 || isSpelledRight(text)) return undefined;
  const meant = nearest(text, vocabulary, 'sure');
  return meant !== undefined && termsOf(meant).join() === termsOf(text).join() ? meant : undefined;
}

function nearest(text: string, vocabulary: Vocabulary, certainty: Certainty): string | undefined {
  return LATIN.test(text) && text.length <= LETTERS_MAX
    ? nearestWord(text, vocabulary, certainty)
    : undefined;
}

const LATIN = /^[a-z]+$/;
const LETTERS_MAX = 24;

/** A query without any word, such as a row of signs, is itself what nothing matches. */
function unmatchedIn(query: string, held: (text: string) => boolean): string[] {
  const words = queryWordsOf(query);
  if (words.length === 0) return query.trim() === '' ? [] : [query.trim()];
  return [...new Set(words.map(({ text }) => text).filter((text) => !held(text) && !hasMeaning(text)))];
}

function guessed(query: string, unmatched: ReadonlySet<string>, vocabulary: Vocabulary): string | undefined {
  const edits = queryWordsOf(query).flatMap(({ text, start, end, quoted }): Edit[] => {
    if (quoted || !unmatched.has(text) || isSpelledRight(text)) return [];
    const to = nearest(text, vocabulary, 'guess');
    return to === undefined ? [] : [{ start, end, to }];
  });
  return edits.length === 0 ? undefined : replaced(query, edits);
}
