import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { hasMeaning, readEnglishWords } from '@imagesearch/text-analysis/english-words';
import { LRUCache } from 'lru-cache';
import type { RankedList } from '../index/candidate.js';
import { splitWords } from '../index/point.js';
import type { Condition } from '@imagesearch/facets/conditions';
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
 * is changed, so an old vocabulary or a small sample never changes a word that the index has. A caller that sees some images
 * alone has a vocabulary of these: the words of others are to it as if nobody had written them.
 */
export class SpellingChecker {
  readonly #index: ServedIndex;
  readonly #ofAll: ReadVocabulary;
  readonly #ofSeen: LRUCache<string, ReadVocabulary>;

  constructor(index: ServedIndex, logger: Logger) {
    this.#index = index;
    this.#ofAll = new ReadVocabulary(index, [], logger);
    this.#ofSeen = new LRUCache({
      max: SEEN_MAX,
      memoMethod: (seen) => new ReadVocabulary(index, JSON.parse(seen) as Condition[], logger),
    });
  }

  /** Before the service is ready, so that the first search is spelled too. A very large index is read on while it serves. */
  async warm(): Promise<void> {
    readEnglishWords();
    await readDictionary();
    await this.#ofAll.current(WARMING_WAIT_MS);
  }

  /** @param seen Which images the caller sees; null for all. */
  async check(
    words: string,
    { seen, ...options }: SpellingOptions & { seen: Seen },
    call: CallContext,
  ): Promise<Spelling> {
    const vocabulary = await this.#vocabularyOf(seen).current(READING_WAIT_MS);
    const ask = this.#askOnce(call, seen);
    const dictionary = await readDictionary();
    return checkSpelling(words, vocabulary, { ...options, ask, dictionary });
  }

  /** Words without any are left out. @param seen As for `check`. */
  async hyponymsOf(words: string, seen: Seen, call: CallContext): Promise<Hyponyms[]> {
    const unquoted = queryWordsOf(words).flatMap(({ text, quoted }) => (quoted ? [] : [text]));
    if (unquoted.length === 0) return [];
    const vocabulary = await this.#vocabularyOf(seen).current(READING_WAIT_MS);
    // Words that the index may lack although they mean something.
    const doubtful = unquoted.filter((text) => !vocabulary.holds(text) && hasMeaning(text));
    const asked = [...new Set(doubtful)].slice(0, LACKED_MAX);
    const inIndex = await this.#askOnce(call, seen)(asked);
    return asked.flatMap((word) => {
      const hyponyms = inIndex.has(word) ? [] : vocabulary.hyponymsOf(word);
      return hyponyms.length === 0 ? [] : [{ word, hyponyms }];
    });
  }

  /** The next check waits for a new vocabulary, for a bounded time. To be called after a bulk load. */
  outdate(): void {
    this.#ofAll.outdate();
    for (const vocabulary of this.#ofSeen.values()) vocabulary.outdate();
  }

  #vocabularyOf(seen: Seen): ReadVocabulary {
    return seen === null ? this.#ofAll : this.#ofSeen.memo(JSON.stringify(seen));
  }

  /** Of one check, whose steps ask about the same words. */
  #askOnce(call: CallContext, seen: Seen): AskIndex {
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

/** Which images a caller sees; null for all. */
type Seen = readonly Condition[] | null;

/** The words of the images that satisfy some filters, as they were read last. */
class ReadVocabulary {
  readonly #index: ServedIndex;
  readonly #filters: readonly Filter[];
  readonly #logger: Logger;
  #last: Vocabulary = EMPTY_VOCABULARY;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  /** Above `#edition` when the vocabulary must be read again before it is used. */
  #editionWanted = 1;
  #edition = 0;

  constructor(index: ServedIndex, filters: readonly Filter[], logger: Logger) {
    this.#index = index;
    this.#filters = filters;
    this.#logger = logger;
  }

  /** The last one; where it is outdated, a new one if it is read in time. */
  async current(waitMs: number): Promise<Vocabulary> {
    const isOutdated = this.#edition < this.#editionWanted;
    if (isOutdated || performance.now() - this.#readAt > VOCABULARY_AGE_MAX_MS) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    }
    if (isOutdated) await Promise.race([this.#reading, sleep(waitMs, undefined, { ref: false })]);
    return this.#last;
  }

  outdate(): void {
    this.#editionWanted += 1;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    const edition = this.#editionWanted;
    try {
      const builder = new VocabularyBuilder();
      const some = { filters: this.#filters, pointsMax: SAMPLE_POINTS };
      await this.#index.reading(async (points) => {
        for await (const page of points.pages(['words'], some)) {
          for (const { words } of page.values()) builder.add(splitWords(words));
          // Searches get a turn between two pages.
          await nextTurn();
        }
      });
      this.#last = await builder.build();
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

/** Vocabularies of callers that see some images; each holds a few megabytes. */
const SEEN_MAX = 16;
