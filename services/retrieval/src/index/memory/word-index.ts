import { splitWords } from '../point.js';
import type { ScoredRows } from './vector-column.js';

/** The rows that hold a term, and how often each does. */
interface Posting {
  rows: number[];
  counts: number[];
  /** Rows that were not removed. */
  live: number;
}

/** BM25 over the terms of rows: the parameters are those of the embedded engine, so that both rank alike. */
export class WordIndex {
  readonly #postings = new Map<string, Posting>();
  /** Terms of each row; 0 for one without terms or one that was removed. */
  readonly #lengths: number[] = [];
  /** Of each row in the last search. Memory that every search takes for itself makes V8 collect garbage. */
  #sums = new Float64Array(0);
  #rows = 0;
  #terms = 0;

  /** @param joined Its terms, with spaces between them. */
  add(row: number, joined: string): void {
    const terms = splitWords(joined);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const posting = this.#postings.get(term) ?? { rows: [], counts: [], live: 0 };
      posting.rows.push(row);
      posting.counts.push(count);
      posting.live += 1;
      this.#postings.set(term, posting);
    }
    this.#lengths[row] = terms.length;
    this.#rows += 1;
    this.#terms += terms.length;
  }

  /** The row stays in its postings, and readers of the postings skip it. @param joined As it was added with. */
  remove(row: number, joined: string): void {
    for (const term of new Set(splitWords(joined))) {
      const posting = this.#postings.get(term);
      if (posting !== undefined) posting.live -= 1;
    }
    this.#rows -= 1;
    this.#terms -= this.#lengths[row] ?? 0;
    this.#lengths[row] = 0;
  }

  /** Those of the rows that have any of these terms, with their scores. */
  scores(terms: readonly string[], among: Int32Array): ScoredRows {
    if (this.#sums.length < this.#lengths.length) this.#sums = new Float64Array(2 * this.#lengths.length);
    const sums = this.#sums.fill(0, 0, this.#lengths.length);
    const meanLength = this.#terms / Math.max(1, this.#rows);
    for (const term of terms) {
      const posting = this.#postings.get(term);
      if (posting === undefined || posting.live === 0) continue;
      const rarity = Math.log(1 + (this.#rows - posting.live + 0.5) / (posting.live + 0.5));
      for (let at = 0; at < posting.rows.length; at += 1) {
        const row = posting.rows[at] ?? 0;
        const length = this.#lengths[row] ?? 0;
        if (length === 0) continue;
        const count = posting.counts[at] ?? 0;
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
        sums[row] = (sums[row] ?? 0) + rarity * weight;
      }
    }
    const rows = among.filter((row) => sums[row] !== 0);
    return { rows, scores: Float64Array.from(rows, (row) => sums[row] ?? 0) };
  }

  /** The rows that hold all of these terms. */
  rowsWithAll(terms: readonly string[]): Set<number> {
    const [first, ...others] = terms.map((term) => this.#postings.get(term)?.rows ?? []);
    const rows = new Set(first);
    for (const other of others) {
      const held = new Set(other);
      for (const row of rows) if (!held.has(row)) rows.delete(row);
    }
    return rows;
  }
}

const K1 = 1.2;
const B = 0.75;
