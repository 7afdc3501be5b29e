import { LRUCache } from 'lru-cache';

/** Of a message that is kept, besides its own: one whose fields are all empty may have none. */
const ENTRY_BYTES = 100;

/** Reads packed messages: the same bytes give the same object, for as long as they are among those read last. */
export class UnpackedOnce<Value extends object> {
  readonly #unpack: (packed: Buffer) => Value;
  readonly #known: LRUCache<string, Value>;

  /** @param bytesMax Of the packed messages that are kept; an object takes several times its bytes besides. */
  constructor(unpack: (packed: Buffer) => Value, bytesMax: number) {
    this.#unpack = unpack;
    this.#known = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (_value, bytes) => ENTRY_BYTES + bytes.length,
    });
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
