import { LRUCache } from 'lru-cache';

/** Reads packed messages: the same bytes give the same object, for as long as it is among those read last. */
export class UnpackedOnce<Value extends object> {
  readonly #unpack: (packed: Buffer) => Value;
  readonly #known: LRUCache<string, Value>;

  constructor(unpack: (packed: Buffer) => Value, valuesMax: number) {
    this.#unpack = unpack;
    this.#known = new LRUCache({ max: valuesMax });
  }

  /** @throws what `unpack` throws for these bytes. */
  of(packed: Buffer): Value {
    const bytes = packed.toString('latin1');
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const value = this.#unpack(packed);
    this.#known.set(bytes, value);
    return value;
  }
}
