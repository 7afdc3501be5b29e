import { LRUCache } from 'lru-cache';
import type { CandidateTexts } from '../domain/candidate-text.js';

/** About 10 MB of captions. */
const CANDIDATES_MAX = 10_000;

/** Reads packed texts of images: the same bytes give the same object, which scorers know again. */
export class KnownTexts {
  readonly #unpack: (packed: Buffer) => CandidateTexts;
  readonly #known = new LRUCache<string, CandidateTexts>({ max: CANDIDATES_MAX });

  constructor(unpack: (packed: Buffer) => CandidateTexts) {
    this.#unpack = unpack;
  }

  of(packed: Buffer): CandidateTexts {
    const bytes = packed.toString('latin1');
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const texts = this.#unpack(packed);
    this.#known.set(bytes, texts);
    return texts;
  }
}
