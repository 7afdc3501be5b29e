/** Items in batches; the last batch may be smaller. */
export async function* batchesOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Starts the work on the items, on `atOnce` of them at a time, and yields the results in the order of the items. After a
 * failure no further work starts, and running work is awaited.
 */
export async function* overlapping<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  const failure = new AbortController();
  try {
    for await (const item of items) {
      if (failure.signal.aborted) break;
      const result = work(item);
      // The failure is thrown when this result is awaited.
      void result.catch(() => failure.abort());
      running.push(result);
      const [first] = running;
      if (running.length < atOnce || first === undefined) continue;
      yield await first;
      void running.shift();
    }
    for (let first = running[0]; first !== undefined; first = running[0]) {
      yield await first;
      void running.shift();
    }
  } finally {
    await Promise.allSettled(running);
  }
}
