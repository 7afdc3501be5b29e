import { SLOTS, type Captures, type Slot, type SlotName } from './slots.js';
import type { Token } from './tokens.js';

/** A pattern that matches; whether it describes the image is decided later. */
export interface Match<Row> {
  row: Row;
  /** Tokens, `end` exclusive. */
  start: number;
  end: number;
  captures: Captures;
}

/**
 * Finds phrases by walking a trie of words from each token. A walk is as long as the longest phrase at most, so that a
 * query costs time in proportion to its length.
 *
 * A pattern is words with spaces between them: `a|b` is either, `a?` may be absent, `a_b` is two words in one choice,
 * `{slot}` is whatever the slot of that name reads.
 */
export class PhraseMatcher<Row extends { patterns: readonly string[] }> {
  readonly #root = new Node<Row>();

  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      for (const pattern of row.patterns) {
        for (const node of grow([this.#root], pattern.split(' '))) node.rows.push(row);
      }
    }
  }

  /** Every phrase that begins at a token, the longest first. */
  matchesAt(tokens: readonly Token[], start: number): Match<Row>[] {
    const found: Match<Row>[] = [];
    walk(this.#root, tokens, start, {}, (row, end, captures) => found.push({ row, start, end, captures }));
    return found.sort((a, b) => b.end - a.end);
  }
}

class Node<Row> {
  readonly words = new Map<string, Node<Row>>();
  readonly slots = new Map<Slot, Node<Row>>();
  readonly rows: Row[] = [];
}

function walk<Row>(
  node: Node<Row>,
  tokens: readonly Token[],
  at: number,
  captures: Captures,
  found: (row: Row, end: number, captures: Captures) => void,
): void {
  for (const row of node.rows) found(row, at, captures);
  const token = tokens[at];
  if (token === undefined || token.quoted) return;
  const next = node.words.get(token.text);
  if (next) walk(next, tokens, at + 1, captures, found);
  for (const [slot, after] of node.slots) {
    const read = slot(tokens, at);
    if (read) walk(after, tokens, read.end, { ...captures, ...read.captures }, found);
  }
}

/** The nodes at the end of a pattern's remaining elements; missing ones are created. */
function grow<Row>(nodes: readonly Node<Row>[], elements: readonly string[]): Node<Row>[] {
  const [element, ...rest] = elements;
  if (element === undefined) return [...new Set(nodes)];
  const optional = element.endsWith('?');
  const choices = (optional ? element.slice(0, -1) : element).split('|');
  const after = nodes.flatMap((node) => choices.map((choice) => step(node, choice)));
  return grow(optional ? [...nodes, ...after] : after, rest);
}

function step<Row>(from: Node<Row>, choice: string): Node<Row> {
  return choice.split('_').reduce((node, word) => {
    const slot = /^\{(\w+)\}$/.exec(word)?.[1];
    if (slot !== undefined) return child(node.slots, SLOTS[slot as SlotName]);
    return child(node.words, word);
  }, from);
}

function child<Key, Row>(children: Map<Key, Node<Row>>, key: Key): Node<Row> {
  const known = children.get(key) ?? new Node<Row>();
  children.set(key, known);
  return known;
}
