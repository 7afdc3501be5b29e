/** Eight-bit sRGB, three interleaved channels, row by row from the top left. */
export interface DecodedCopy {
  data: Uint8Array;
  width: number;
  height: number;
}

/** As many as an ingestion has in work. A file has up to 5 MiB, its copy up to 3. */
const INGESTED_MAX = 4;
const KEPT_MS = 30_000;

/**
 * Small copies of files that this process has just decoded, so that two services in one process, or two calls, decode a file
 * once. Services in processes of their own have none in common, and each decodes for itself.
 */
export class RecentDecodes {
  readonly #keptMax: number;
  #kept: { file: Uint8Array; copy: DecodedCopy }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(keptMax = INGESTED_MAX) {
    this.#keptMax = keptMax;
  }

  /** @param copy Of a whole, opaque image that was decoded without an error. */
  keep(file: Uint8Array, copy: DecodedCopy): void {
    this.#kept = [...this.#kept, { file, copy }].slice(-this.#keptMax);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#kept = []), KEPT_MS).unref();
  }

  /** The copy of a file of equal bytes; it is given once. */
  take(file: Uint8Array): DecodedCopy | undefined {
    const found = this.#kept.find((kept) => Buffer.compare(kept.file, file) === 0);
    this.#kept = this.#kept.filter((kept) => kept !== found);
    return found?.copy;
  }
}
