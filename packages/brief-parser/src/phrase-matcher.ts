import { SLOTS, type Captures, type Slot, type SlotName } from './slots.js';
import { textAt, type Token } from './tokens.js';

/** A pattern that matches; whether it describes the image is decided later. */
export interface Match<Row> {
  row: Row;
  /** Tokens, `end` exclusive. */
  start: number;
  end: number;
  captures: Captures;
}

/**
 * Finds phrases by reading, from each token, the patterns that may begin with it.
 *
 * A pattern is words with spaces between them: `a|b` is either, `a?` may be absent, `a_b` is two words in one choice,
 * `{slot}` is whatever the slot of that name reads.
 */
export class PhraseMatcher<Row extends { patterns: readonly string[] }> {
  /** Under each word and each slot that a pattern may begin with, in the order of the rows. */
  readonly #byWord = new Map<string, Pattern<Row>[]>();
  readonly #bySlot = new Map<Slot, Pattern<Row>[]>();

  constructor(rows: readonly Row[]) {
    for (const row of rows)
      for (const written of row.patterns) this.#add({ row, elements: written.split(' ').map(element) });
  }

  #add(pattern: Pattern<Row>): void {
    for (const step of new Set(firstSteps(pattern.elements)))
      if (typeof step === 'string') append(this.#byWord, step, pattern);
      else append(this.#bySlot, step, pattern);
  }

  /** Every phrase that begins at a token, the longest first. */
  matchesAt(tokens: readonly Token[], start: number): Match<Row>[] {
    const found: Match<Row>[] = [];
    for (const { row, elements } of this.#patternsAt(tokens, start))
      read(elements, 0, tokens, { end: start, captures: {} }, (place) =>
        found.push({ row, start, ...place }),
      );
    return found.sort((a, b) => b.end - a.end);
  }

  /** The patterns whose first word or slot is there. */
  #patternsAt(tokens: readonly Token[], start: number): Set<Pattern<Row>> {
    const patterns = new Set(this.#byWord.get(textAt(tokens, start)));
    for (const [slot, others] of this.#bySlot)
      if (slot(tokens, start)) for (const pattern of others) patterns.add(pattern);
    return patterns;
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

type Step = string | Slot;

interface Element {
  /** The choices of one word. */
  words: ReadonlySet<string>;
  /** The other choices: a slot, or several words and slots one after the other. */
  sequences: readonly (readonly Step[])[];
  isOptional: boolean;
}

interface Pattern<Row> {
  row: Row;
  elements: readonly Element[];
}

function element(written: string): Element {
  const isOptional = written.endsWith('?');
  const choices = (isOptional ? written.slice(0, -1) : written).split('|').map((choice) => choice.split('_'));
  const isWord = ([first = '', ...more]: string[]) => more.length === 0 && SLOT.exec(first) === null;
  return {
    words: new Set(choices.filter(isWord).flat()),
    sequences: choices.filter((choice) => !isWord(choice)).map((choice) => choice.map(step)),
    isOptional,
  };
}

const SLOT = /^\{(\w+)\}$/;

function step(written: string): Step {
  const slot = SLOT.exec(written)?.[1];
  return slot === undefined ? written : SLOTS[slot as SlotName];
}

/** What a pattern may begin with. */
function* firstSteps(elements: readonly Element[]): Iterable<Step> {
  for (const { words, sequences, isOptional } of elements) {
    yield* words;
    for (const [first] of sequences) if (first !== undefined) yield first;
    if (!isOptional) return;
  }
}

/** Where a reading of a pattern has come to. */
type Place = Pick<Match<unknown>, 'end' | 'captures'>;

/** Reads the elements from `from` on in every way that the tokens allow. */
function read(
  elements: readonly Element[],
  from: number,
  tokens: readonly Token[],
  at: Place,
  found: (place: Place) => void,
): void {
  const next = elements[from];
  if (next === undefined) {
    found(at);
    return;
  }
  if (next.isOptional) read(elements, from + 1, tokens, at, found);
  const token = tokens[at.end];
  if (token === undefined || token.quoted) return;
  if (next.words.has(token.text))
    read(elements, from + 1, tokens, { end: at.end + 1, captures: at.captures }, found);
  for (const steps of next.sequences) {
    let after: Place | undefined = at;
    for (const one of steps) after &&= past(one, tokens, after);
    if (after) read(elements, from + 1, tokens, after, found);
  }
}

/** The place after one word or slot, unless the token there is another. */
function past(one: Step, tokens: readonly Token[], { end, captures }: Place): Place | undefined {
  const token = tokens[end];
  if (token === undefined || token.quoted) return undefined;
  if (typeof one === 'string') return token.text === one ? { end: end + 1, captures } : undefined;
  const value = one(tokens, end);
  return value && { end: value.end, captures: { ...captures, ...value.captures } };
}
