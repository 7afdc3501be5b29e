import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';

export interface TextTokenizer {
  /** The ids of a text's tokens, without the frame (start and end tokens). */
  idsOf(text: string): number[];
  /** Adds the frame and cuts the end, so that text and frame have at most `tokensMax` ids. */
  frame(ids: readonly number[], tokensMax: number): number[];
  /** Two texts in one frame; the end of the second one is cut to `tokensMax`. */
  framePair(first: readonly number[], second: readonly number[], tokensMax: number): TokenPair;
}

export interface TokenPair {
  ids: number[];
  /** 0 for the first text and its frame, 1 for the second's. */
  typeIds: number[];
}

interface TokenizerOptions {
  lowerCase: boolean;
}

/** UTF-16 units of a text that are read: more than the tokens of every model here. */
const TEXT_LENGTH_READ = 2_000;

/** @throws Error when the file is not a tokenizer or its frame is not supported. */
export async function loadTokenizer(path: string, { lowerCase }: TokenizerOptions): Promise<TextTokenizer> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')) as object, {});
  const frame = singleFrame(tokenizer, path);
  const pairFrame = doubleFrame(tokenizer);

  return {
    idsOf: (text) => {
      const read = text.slice(0, TEXT_LENGTH_READ);
      return tokenizer.encode(lowerCase ? toLowerCase(read) : read, { add_special_tokens: false }).ids;
    },
    frame: (ids, tokensMax) => [
      ...frame.before,
      ...ids.slice(0, tokensMax - frame.before.length - frame.after.length),
      ...frame.after,
    ],
    framePair: (first, second, tokensMax) => {
      if (pairFrame === undefined) throw new Error(`${path} does not define a frame for two texts.`);
      const { before, between, after } = pairFrame;
      const room = tokensMax - before.length - between.length - after.length - first.length;
      const head = [...before, ...first, ...between];
      const tail = [...second.slice(0, Math.max(0, room)), ...after];
      return {
        ids: [...head, ...tail],
        typeIds: [...head.map(() => 0), ...tail.map(() => 1)],
      };
    },
  };
}

/** Character by character, as the Rust tokenizers do: a whole word would get the final form of sigma. */
function toLowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

/** Two texts that every vocabulary has tokens for. */
const PROBES = ['a', 'b'] as const;

interface Frame {
  before: number[];
  after: number[];
}

function singleFrame(tokenizer: Tokenizer, path: string): Frame {
  const bare = bareIds(tokenizer, PROBES[0]);
  const framed = tokenizer.encode(PROBES[0]).ids;
  const start = indexOfRun(framed, bare, 0);
  if (bare.length === 0 || start === -1)
    throw new Error(`${path} has a frame that this version does not support.`);
  return { before: framed.slice(0, start), after: framed.slice(start + bare.length) };
}

function doubleFrame(tokenizer: Tokenizer): (Frame & { between: number[] }) | undefined {
  const [first, second] = PROBES.map((probe) => bareIds(tokenizer, probe));
  const framed = tokenizer.encode(PROBES[0], { text_pair: PROBES[1] }).ids;
  const start = indexOfRun(framed, first ?? [], 0);
  const end = start + (first?.length ?? 0);
  const secondStart = start === -1 ? -1 : indexOfRun(framed, second ?? [], end);
  if (secondStart === -1) return undefined;
  return {
    before: framed.slice(0, start),
    between: framed.slice(end, secondStart),
    after: framed.slice(secondStart + (second?.length ?? 0)),
  };
}

function bareIds(tokenizer: Tokenizer, text: string): number[] {
  return tokenizer.encode(text, { add_special_tokens: false }).ids;
}

function indexOfRun(ids: readonly number[], run: readonly number[], from: number): number {
  return ids.findIndex((_, at) => at >= from && run.every((id, offset) => ids[at + offset] === id));
}
