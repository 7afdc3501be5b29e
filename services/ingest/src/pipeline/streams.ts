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

/** The items, with the next one asked for while the caller works on this one. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<Item, unknown>> => {
    const asked = iterator.next();
    // A failure is thrown in its turn.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  try {
    for (let item = await next; item.done !== true; item = await next) {
      next = ask();
      yield item.value;
    }
  } finally {
    await iterator.return?.();
  }
}
