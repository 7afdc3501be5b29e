/**
 * An item that comes so soon after results counts as from another caller, which waited while the run blocked the thread: a
 * caller mostly has other work between two items. One that has none counts as several.
 */
const NEXT_ITEM_MS = 4;
/** How long several callers are expected to go on. */
const REMEMBERED_MS = 60;

/** Whether items come from several callers at a time, so that more of them are likely to come soon. Times in milliseconds. */
export class SeveralCallers {
  #seenAt = -Infinity;
  #resultsAt = -Infinity;
  #last: object | undefined;

  /**
   * @param caller The same for the items of one call.
   * @param isAlone whether no other item waits or is being processed
   */
  itemCame(caller: object, isAlone: boolean, now: number): void {
    if (caller !== this.#last && (!isAlone || now - this.#resultsAt < NEXT_ITEM_MS)) this.#seenAt = now;
    this.#last = caller;
  }

  resultsWent(now: number): void {
    this.#resultsAt = now;
  }

  areExpected(now: number): boolean {
    return now - this.#seenAt < REMEMBERED_MS;
  }
}
