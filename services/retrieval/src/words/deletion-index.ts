/**
 * Finds words that a few edits lead to, without comparing each: two words within two edits share what is left of their
 * beginnings after up to two deletions each. Source: Garbe, SymSpell (2012).
 */
class DeletionIndex {
  /** Sorted; each holds the hash of what deletions left, and the number of the word. */
  readonly #entries: Float64Array;

  constructor(entries: Float64Array) {
    this.#entries = entries;
  }

  /** Numbers of the words that may be near; some of them are not. */
  near(word: string): Set<number> {
    const found = new Set<number>();
    for (const left of deletionsOf(word)) {
      const first = hashOf(left) * WORDS_MAX;
      for (let at = this.#position(first); ; at += 1) {
        const entry = this.#entries[at];
        if (entry === undefined || entry >= first + WORDS_MAX) break;
        found.add(entry - first);
      }
    }
    return found;
  }

  /** The first entry that is not below a value. */
  #position(value: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param words At most `WORDS_MAX`; a longer list is cut off.
 * @param pause Awaited now and then, so that other work gets a turn.
 */
export async function buildDeletionIndex(
  words: readonly string[],
  pause: () => Promise<void>,
): Promise<DeletionIndex> {
  const entries: number[] = [];
  for (const [number, word] of words.slice(0, WORDS_MAX).entries()) {
    for (const left of deletionsOf(word)) entries.push(hashOf(left) * WORDS_MAX + number);
    if (number % WORDS_PER_TURN === 0) await pause();
  }
  return new DeletionIndex(Float64Array.from(entries).sort());
}

const WORDS_PER_TURN = 500;
/** A hash of 32 bits and a number below this fit the 53 bits of a double. */
export const WORDS_MAX = 2 ** 15;
/** Deletions behind these letters are not indexed: the cost of the edit decides about the rest. */
const PREFIX_LENGTH = 7;
const DELETIONS_MAX = 2;

function deletionsOf(word: string): Set<string> {
  const prefix = word.slice(0, PREFIX_LENGTH);
  const found = new Set([prefix]);
  let last = new Set(found);
  for (let deletions = 0; deletions < DELETIONS_MAX; deletions += 1) {
    const shorter = new Set<string>();
    for (const text of last)
      for (let at = 0; text.length > 1 && at < text.length; at += 1)
        shorter.add(text.slice(0, at) + text.slice(at + 1));
    for (const text of shorter) found.add(text);
    last = shorter;
  }
  return found;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
