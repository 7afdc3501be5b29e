/** A row and how well it answers, for many rows: the number at each place belongs to the row at that place. */
export interface ScoredRows {
  rows: Int32Array;
  scores: Float32Array | Float64Array;
}

/** Vectors of one length in one block of memory, each scaled to length 1: a product is then the cosine. */
export class VectorColumn {
  readonly #dimensions: number;
  /** Of one vector, and also where the first one begins: the one that a search compares stands before it. */
  readonly #rowBytes: number;
  #kernel = new WebAssembly.Instance(KERNEL).exports;
  /** Whether a row has a vector. */
  readonly #isSet: boolean[] = [];

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#rowBytes = Math.ceil((dimensions * NUMBER_BYTES) / STEP_BYTES) * STEP_BYTES;
  }

  set(row: number, vector: Float32Array | null): void {
    this.#isSet[row] = vector !== null;
    if (vector === null) return;
    const from = (row + 1) * this.#rowBytes;
    this.#hold(from + this.#rowBytes);
    this.#floats(from, this.#dimensions).set(unit(vector));
  }

  at(row: number): Float32Array | undefined {
    if (this.#isSet[row] !== true) return undefined;
    return this.#floats((row + 1) * this.#rowBytes, this.#dimensions);
  }

  /** Those of the rows that have a vector, and the cosine of each with this one. The next call overwrites them. */
  cosines(vector: Float32Array, among: Int32Array): ScoredRows {
    const rowsFrom = (this.#isSet.length + 1) * this.#rowBytes;
    const scoresFrom = rowsFrom + among.byteLength;
    this.#hold(scoresFrom + among.byteLength);
    this.#floats(0, this.#dimensions).set(unit(vector));
    const rows = new Int32Array(this.#kernel.memory.buffer, rowsFrom, among.length);
    let count = 0;
    for (const row of among) if (this.#isSet[row] === true) rows[count++] = row;
    this.#kernel.products(0, this.#rowBytes, rowsFrom, count, scoresFrom, this.#rowBytes);
    return { rows: rows.subarray(0, count), scores: this.#floats(scoresFrom, count) };
  }

  #floats(from: number, length: number): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, from, length);
  }

  /** Moves to a larger block, because one that grows in place takes its vectors from those who read them. */
  #hold(bytes: number): void {
    const held = this.#kernel.memory.buffer;
    if (bytes <= held.byteLength) return;
    this.#kernel = new WebAssembly.Instance(KERNEL).exports;
    this.#kernel.memory.grow(Math.ceil((2 * bytes) / PAGE_BYTES));
    new Uint8Array(this.#kernel.memory.buffer).set(new Uint8Array(held));
  }
}

/** Its addresses are in bytes. */
interface Kernel {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => void };
  /** The product of one vector with each of so many rows of the column. */
  products: (
    wanted: number,
    column: number,
    rows: number,
    count: number,
    products: number,
    rowBytes: number,
  ) => void;
}

/** TypeScript knows it in browsers alone. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: Kernel };
};

const NUMBER_BYTES = 4;
/** What the kernel reads at once: a vector is padded with zeros. */
const STEP_BYTES = 64;
const PAGE_BYTES = 65_536;

/** `vector-products.wat` in binary form: sixteen numbers at once, where JavaScript multiplies one. */
const KERNEL = new WebAssembly.Module(
  Buffer.from(
    `AGFzbQEAAAABCgFgBn9/f39/fwADAgEABQMBAAEHFQIGbWVtb3J5AgAIcHJvZHVjdHMAAAq0AgGxAgIDfwR7IAAgBWohCAJA
A0AgA0UNASABIAIoAgAgBWxqIQYgACEH/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAA
AAAAAAAAAAAAACEL/QwAAAAAAAAAAAAAAAAAAAAAIQwDQCAJIAf9AAQAIAb9AAQA/eYB/eQBIQkgCiAH/QAEECAG/QAEEP3m
Af3kASEKIAsgB/0ABCAgBv0ABCD95gH95AEhCyAMIAf9AAQwIAb9AAQw/eYB/eQBIQwgBkHAAGohBiAHQcAAaiEHIAcgCEkN
AAsgCSAK/eQBIAsgDP3kAf3kASEJIAQgCf0fACAJ/R8BkiAJ/R8CIAn9HwOSkjgCACACQQRqIQIgBEEEaiEEIANBAWshAwwA
CwsL`,
    'base64',
  ),
);

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}
