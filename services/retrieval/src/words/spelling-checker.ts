import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { hasMeaning, readEnglishWords } from '@imagesearch/text-analysis/english-words';
import type { RankedList } from '../index/candidate.js';
import { splitWords } from '../index/point.js';
import type { Filter, ServedIndex } from '../index/vector-index.js';
import { type AskIndex, type Spelling, type SpellingOptions, checkSpelling } from './spelling.js';
import { queryWordsOf, termsOf } from './terms.js';
import { EMPTY_VOCABULARY, readDictionary, type Vocabulary, VocabularyBuilder } from './vocabulary.js';

/** A word of a query that no image has, and words for what it names that some have: "footwear", "boot", "sandal". */
export interface Hyponyms {
  word: string;
  hyponyms: string[];
}

/**
 * Compares the words of queries with those of the serving index. Each process keeps a vocabulary in memory, read from a sample
 * of the index and read again in the background. A word that the vocabulary lacks is looked up in the index itself before it
 * is changed, so an old vocabulary or a small sample never changes a word that the index has.
 */
export class SpellingChecker {
  readonly #index: ServedIndex;
  readonly #logger: Logger;
  #vocabulary: Vocabulary = EMPTY_VOCABULARY;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  /** Above `#edition` when the vocabulary must be read again before it is used. */
  #editionWanted = 1;
  #edition = 0;

  constructor(index: ServedIndex, logger: Logger) {
    this.#index = index;
    this.#logger = logger;
  }

  /** Before the service is ready, so that the first search is spelled too. A very large index is read on while it serves. */
  async warm(): Promise<void> {
    readEnglishWords();
    await readDictionary();
    await this.#refresh(WARMING_WAIT_MS);
  }

  /** @param seen Which images the caller sees; null for all. The vocabulary has the words of others too, so it is not used. */
  async check(
    words: string,
    { seen, ...options }: SpellingOptions & { seen: readonly Filter[] | null },
    call: CallContext,
  ): Promise<Spelling> {
    await this.#refresh(READING_WAIT_MS);
    const vocabulary = seen === null ? this.#vocabulary : EMPTY_VOCABULARY;
    const ask = this.#askOnce(call, seen);
    const dictionary = await readDictionary();
    return checkSpelling(words, vocabulary, { ...options, ask, dictionary });
  }

  /** Words without any are left out. */
  async hyponymsOf(words: string, call: CallContext): Promise<Hyponyms[]> {
    const vocabulary = this.#vocabulary;
    const unquoted = queryWordsOf(words).flatMap(({ text, quoted }) => (quoted ? [] : [text]));
    // Words that the index may lack although they mean something.
    const doubtful = unquoted.filter((text) => !vocabulary.holds(text) && hasMeaning(text));
    const asked = [...new Set(doubtful)].slice(0, LACKED_MAX);
    const inIndex = await this.#askOnce(call, null)(asked);
    return asked.flatMap((word) => {
      const hyponyms = inIndex.has(word) ? [] : vocabulary.hyponymsOf(word);
      return hyponyms.length === 0 ? [] : [{ word, hyponyms }];
    });
  }

  /** The next check waits for a new vocabulary, for a bounded time. To be called after a bulk load. */
  outdate(): void {
    this.#editionWanted += 1;
  }

  async #refresh(waitMs: number): Promise<void> {
    const isOutdated = this.#edition < this.#editionWanted;
    if (isOutdated || performance.now() - this.#readAt > VOCABULARY_AGE_MAX_MS) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    }
    if (isOutdated) await Promise.race([this.#reading, sleep(waitMs, undefined, { ref: false })]);
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    const edition = this.#editionWanted;
    try {
      const builder = new VocabularyBuilder();
      await this.#index.reading(async (points) => {
        for await (const page of points.pages(['words'], SAMPLE_POINTS)) {
          for (const { words } of page.values()) builder.add(splitWords(words));
          // Searches get a turn between two pages.
          await nextTurn();
        }
      });
      this.#vocabulary = await builder.build();
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'the vocabulary of the index was not read; spelling uses the last one',
      );
    }
    this.#edition = edition;
    this.#readAt = performance.now();
    const ms = Math.round(this.#readAt - startedAt);
    if (ms > READING_WAIT_MS)
      this.#logger.warn(
        { ms },
        'reading the words of the index took long; searches were spelled by older ones',
      );
  }

  /** Of one check, whose steps ask about the same words. */
  #askOnce(call: CallContext, seen: readonly Filter[] | null): AskIndex {
    const answers = new Map<string, Promise<RankedList[]>>();
    const ask = (word: string): Promise<RankedList[]> => {
      const query = { terms: termsOf(word), filters: seen ?? [], listLimit: 1, vectors: [] };
      const answer = answers.get(word) ?? this.#index.reading((points) => points.retrieve(query, call));
      answers.set(word, answer);
      return answer;
    };
    return async (words) => {
      const found = await Promise.all(words.map(ask));
      return new Set(words.filter((_, at) => found[at]?.some(({ candidates }) => candidates.length > 0)));
    };
  }
}

/** Enough for every word that one image in ten thousand has. */
const SAMPLE_POINTS = 100_000;
const VOCABULARY_AGE_MAX_MS = 5 * 60_000;
/** A large index takes longer to read; searches use the last vocabulary until then. */
const READING_WAIT_MS = 1_000;
/** Within the time that an orchestrator gives a service to start. */
const WARMING_WAIT_MS = 15_000;

/** The first few of such words are enough. */
const LACKED_MAX = 4;
