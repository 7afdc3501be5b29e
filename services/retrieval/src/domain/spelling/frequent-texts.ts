/** Counts texts in bounded memory: when there are too many, the rarest half is forgotten. Frequent ones keep their counts. */
export class FrequentTexts {
  readonly #counts = new Map<string, number>();
  readonly #textsMax: number;

  constructor(textsMax: number) {
    this.#textsMax = textsMax;
  }

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    if (this.#counts.size > 2 * this.#textsMax) this.#forgetRarest();
  }

  /** The most frequent first, equally frequent ones in alphabetical order. */
  top(): [text: string, count: number][] {
    return [...this.#counts]
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .slice(0, this.#textsMax);
  }

  #forgetRarest(): void {
    const kept = this.top();
    this.#counts.clear();
    for (const [text, count] of kept) this.#counts.set(text, count);
  }
}
