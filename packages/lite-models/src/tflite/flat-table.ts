import { ByteBuffer } from 'flatbuffers';

/** A table of a FlatBuffers file whose fields are read by their number in the schema. */
export class FlatTable {
  readonly #bytes: ByteBuffer;
  readonly #at: number;

  constructor(bytes: ByteBuffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The root table; @throws Error when the file carries another identifier. */
  static root(data: Uint8Array, identifier: string): FlatTable {
    const bytes = new ByteBuffer(data);
    if (data.length < 8 || !bytes.__has_identifier(identifier))
      throw new Error(`This is not a ${identifier} file.`);
    return new FlatTable(bytes, bytes.readInt32(0));
  }

  int8(field: number, absent = 0): number {
    const at = this.#position(field);
    return at === undefined ? absent : this.#bytes.readInt8(at);
  }

  int32(field: number, absent = 0): number {
    const at = this.#position(field);
    return at === undefined ? absent : this.#bytes.readInt32(at);
  }

  string(field: number): string {
    const at = this.#position(field);
    return at === undefined ? '' : String(this.#bytes.__string(at));
  }

  table(field: number): FlatTable | undefined {
    const at = this.#position(field);
    return at === undefined ? undefined : new FlatTable(this.#bytes, this.#bytes.__indirect(at));
  }

  tables(field: number): FlatTable[] {
    return this.#elements(field, 4, (at) => new FlatTable(this.#bytes, this.#bytes.__indirect(at)));
  }

  int32s(field: number): number[] {
    return this.#elements(field, 4, (at) => this.#bytes.readInt32(at));
  }

  int64s(field: number): number[] {
    return this.#elements(field, 8, (at) => Number(this.#bytes.readInt64(at)));
  }

  float32s(field: number): number[] {
    return this.#elements(field, 4, (at) => this.#bytes.readFloat32(at));
  }

  /** A copy, so that typed views of it are aligned. */
  bytes(field: number): Uint8Array {
    const at = this.#position(field);
    if (at === undefined) return new Uint8Array(0);
    const from = this.#bytes.__vector(at);
    return this.#bytes.bytes().slice(from, from + this.#bytes.__vector_len(at));
  }

  #elements<T>(field: number, size: number, read: (at: number) => T): T[] {
    const at = this.#position(field);
    if (at === undefined) return [];
    const from = this.#bytes.__vector(at);
    return Array.from({ length: this.#bytes.__vector_len(at) }, (_, index) => read(from + index * size));
  }

  #position(field: number): number | undefined {
    const offset = this.#bytes.__offset(this.#at, 4 + field * 2);
    return offset === 0 ? undefined : this.#at + offset;
  }
}
