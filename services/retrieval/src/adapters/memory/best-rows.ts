/** A row and how well it answers. */
export interface ScoredRow {
  row: number;
  score: number;
}

/** Keeps the best of the rows that it is offered. `isBefore` decides between equal scores. */
export class BestRows {
  /** A heap; its root is the worst of them. */
  readonly #kept: ScoredRow[] = [];
  readonly #limit: number;
  readonly #isBefore: (row: number, other: number) => boolean;

  constructor(limit: number, isBefore: (row: number, other: number) => boolean) {
    this.#limit = limit;
    this.#isBefore = isBefore;
  }

  offer(row: number, score: number): void {
    if (this.#kept.length < this.#limit) {
      this.#kept.push({ row, score });
      this.#rise(this.#kept.length - 1);
      return;
    }
    const worst = this.#kept[0];
    if (worst === undefined || score < worst.score) return;
    const offered = { row, score };
    if (!this.#isBetter(offered, worst)) return;
    this.#kept[0] = offered;
    this.#sink();
  }

  /** Best first. The heap is not used after it. */
  ranked(): ScoredRow[] {
    return this.#kept.sort((one, other) => (this.#isBetter(one, other) ? -1 : 1));
  }

  #isBetter(one: ScoredRow, other: ScoredRow): boolean {
    return one.score > other.score || (one.score === other.score && this.#isBefore(one.row, other.row));
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const leftRow = this.#kept[left];
      const rightRow = this.#kept[right];
      if (leftRow === undefined) return;
      const worse = rightRow !== undefined && this.#isBetter(leftRow, rightRow) ? right : left;
      if (!this.#swapIfWorse(worse, at)) return;
      at = worse;
    }
  }

  /** Moves the row at `child` up when it is worse than the one at `parent`. */
  #swapIfWorse(child: number, parent: number): boolean {
    const [low, high] = [this.#kept[child], this.#kept[parent]];
    if (low === undefined || high === undefined || !this.#isBetter(high, low)) return false;
    this.#kept[child] = high;
    this.#kept[parent] = low;
    return true;
  }
}
