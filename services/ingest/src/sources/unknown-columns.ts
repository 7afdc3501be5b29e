import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { COLUMNS } from './manifest-row.js';

/** Tables of rows can have any number of columns. */
const NAMES_MAX = 20;

/** The columns of a table that ingestion does not know. */
export class UnknownColumns {
  readonly #names = new Set<string>();

  add(names: readonly string[]): void {
    for (const name of names) if (this.#names.size < NAMES_MAX) this.#names.add(name);
  }

  /** A sentence for the operator; none when every column is known. */
  notices(): string[] {
    if (this.#names.size === 0) return [];
    const names = [...this.#names].map((name) => `"${printableText(name)}"`).join(', ');
    return [`Columns that are not known and were not read: ${names}. Known are ${COLUMNS.join(', ')}.`];
  }
}
