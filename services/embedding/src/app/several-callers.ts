/**
 * An item that comes so soon after results is counted as another caller's, which waited while the run blocked the thread. A
 * caller without other work between two items is counted as several callers.
 */
const NEXT_ITEM_MS = 4;
/** How long several callers are expected to go on. */
const REMEMBERED_MS = 60;

/** Whether items come from several callers at a time, so that more of them are likely to come soon. Times in milliseconds. */
export class SeveralCallers {
  #seenAt = -Infinity;
  #resultsAt = -Infinity;
  #lastCall: object | undefined;

  /**
   * @param call The same for the items of one call.
   * @param isAlone whether no other item waits or is being processed
   */
  itemCame(call: object, isAlone: boolean, now: number): void {
    if (call !== this.#lastCall && (!isAlone || now - this.#resultsAt < NEXT_ITEM_MS)) this.#seenAt = now;
    this.#lastCall = call;
  }

  resultsWent(now: number): void {
    this.#resultsAt = now;
  }

  areExpected(now: number): boolean {
    return now - this.#seenAt < REMEMBERED_MS;
  }
}
