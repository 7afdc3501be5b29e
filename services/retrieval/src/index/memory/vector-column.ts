/** Vectors of one length in one block of memory, each scaled to length 1: a product is then the cosine. */
export class VectorColumn {
  readonly #dimensions: number;
  #values: Float32Array;
  /** Whether a row has a vector. */
  readonly #isSet: boolean[] = [];

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#values = new Float32Array(ROWS_AT_FIRST * dimensions);
  }

  set(row: number, vector: Float32Array | null): void {
    this.#isSet[row] = vector !== null;
    const end = (row + 1) * this.#dimensions;
    if (end > this.#values.length) {
      const grown = new Float32Array(Math.max(end, 2 * this.#values.length));
      grown.set(this.#values);
      this.#values = grown;
    }
    if (vector !== null) this.#values.set(unit(vector), row * this.#dimensions);
  }

  at(row: number): Float32Array | undefined {
    if (this.#isSet[row] !== true) return undefined;
    return this.#values.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
  }

  /** The cosine of a vector with each of these rows that has one. */
  cosines(vector: Float32Array, rows: Iterable<number>): ScoredRow[] {
    const wanted = unit(vector);
    const scored: ScoredRow[] = [];
    for (const row of rows) {
      if (this.#isSet[row] !== true) continue;
      scored.push({ row, score: product(wanted, this.#values, row * this.#dimensions) });
    }
    return scored;
  }
}

/** A row and how well it answers. */
export interface ScoredRow {
  row: number;
  score: number;
}

const ROWS_AT_FIRST = 256;

/** Four sums, so that additions do not wait for each other. */
function product(wanted: Float32Array, values: Float32Array, from: number): number {
  const length = wanted.length;
  const whole = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    const place = from + at;
    a += (wanted[at] ?? 0) * (values[place] ?? 0);
    b += (wanted[at + 1] ?? 0) * (values[place + 1] ?? 0);
    c += (wanted[at + 2] ?? 0) * (values[place + 2] ?? 0);
    d += (wanted[at + 3] ?? 0) * (values[place + 3] ?? 0);
  }
  for (let at = whole; at < length; at += 1) a += (wanted[at] ?? 0) * (values[from + at] ?? 0);
  return a + b + (c + d);
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}
