import { createHash } from 'node:crypto';
import { STATED_NAMES } from '@imagesearch/facets/declared';
import type { ManifestRow } from './table-row.js';

/** Half of a SHA-256 is more than enough to tell rows apart. */
const DIGEST_CHARS = 22;

/** Finds the rows of a table that are of one image, or have one id, and do not say the same. Neither of them may win. */
export class Agreement {
  /** The digest of what the first row said, and its line: there may be millions of rows. */
  readonly #first = new Map<string, string>();
  readonly #differing = new Map<string, string[]>();

  /**
   * @param key What the rows have in common.
   * @param line How an operator finds the row.
   * @param said Undefined when the row cannot be read: it may say anything.
   */
  add(key: string, line: string, said: Partial<ManifestRow> | undefined): void {
    const digest = digestOf(said === undefined ? line : JSON.stringify(said));
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, `${digest}${line}`);
      return;
    }
    const lines = this.#differing.get(key);
    if (lines !== undefined) lines.push(line);
    else if (!first.startsWith(digest)) this.#differing.set(key, [first.slice(DIGEST_CHARS), line]);
  }

  /** Why an image stays out; undefined when all rows of it agree. */
  faultOf(keys: readonly string[]): string | undefined {
    for (const key of keys) {
      const lines = this.#differing.get(key);
      if (lines === undefined) continue;
      const [said, ...others] = lines.slice(0, LINES_MAX);
      const more = lines.length > LINES_MAX ? ' and others' : '';
      return `${said} and ${others.join(' and ')}${more} do not say the same of it, so it stays out`;
    }
    return undefined;
  }
}

const LINES_MAX = 3;

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, DIGEST_CHARS);

/** What two rows of one file have to agree on in a manifest, where each of them has an id and words of its own. */
export function termsOf(row: ManifestRow): Partial<ManifestRow> {
  const { license, licenseUrl, creator, creatorUrl, delivery, aiGenerated } = row;
  const declared = Object.fromEntries(STATED_NAMES.map((name) => [name, row[name]]));
  return { license, licenseUrl, creator, creatorUrl, delivery, aiGenerated, ...declared };
}
