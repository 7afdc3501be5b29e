/** A caller that waits for each result has more to do with it than this before it sends its next item. */
const NEXT_ITEM_MS = 4;
/** How long several callers are expected to go on. */
const REMEMBERED_MS = 60;

/** Whether items come from several callers at a time, so that more of them are likely to come soon. Times in milliseconds. */
export class SeveralCallers {
  #seenAt = -Infinity;
  #resultsAt = -Infinity;

  /** @param isAlone whether no other item waits or is being processed */
  itemCame(isAlone: boolean, now: number): void {
    if (!isAlone || now - this.#resultsAt < NEXT_ITEM_MS) this.#seenAt = now;
  }

  resultsWent(now: number): void {
    this.#resultsAt = now;
  }

  areExpected(now: number): boolean {
    return now - this.#seenAt < REMEMBERED_MS;
  }
}
