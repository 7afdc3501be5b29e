import type { TextModel } from '@imagesearch/models/profile';
import { openSession, tokenFeeds, type SessionSettings, type Tensor } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import type { TextEncoder } from '../../domain/encoders.js';
import { embeddingOutputOf, toUnitVector, unitRowsOf } from './tensors.js';

type Tokens = readonly number[];

const STATES = 'last_hidden_state';

/** Opens a text encoder, or the text tower of a dual encoder. Vectors have length 1. */
export async function openTextEncoder(
  { files, text: rules, pooling }: Omit<TextModel, 'dimensions'>,
  settings: SessionSettings,
): Promise<TextEncoder> {
  const tokenizer = await loadTokenizer(files.tokenizer, rules);
  const session = await openSession(files.model, settings);
  const outputName = pooling === 'mean' ? STATES : embeddingOutputOf(session);
  const lengthOf = (ids: Tokens): number => (rules.padding === 'full' ? rules.tokensMax : ids.length);
  const run = async (group: readonly Tokens[], length: number): Promise<Float32Array[]> => {
    const rows = group.map((ids) => ({ ids }));
    const output = (await session.run(tokenFeeds(session, rows, length, rules.padId)))[outputName];
    return pooling === 'mean' ? meansOf(output, group) : unitRowsOf(output);
  };
  return {
    embed: (texts) => {
      const tokens = texts.map((text) => tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax));
      return runByLength(tokens, lengthOf, run);
    },
    close: () => session.release(),
  };
}

/** The direction of the mean of each text's token states; padding is not among them. */
function meansOf(output: Tensor | undefined, group: readonly Tokens[]): Float32Array[] {
  const [, length = 0, dimensions = 0] = output?.dims ?? [];
  if (!(output?.data instanceof Float32Array) || output.dims.length !== 3)
    throw new Error(`A text encoder must have an output ${STATES} [texts, tokens, dimensions].`);
  const states = output.data;
  return group.map((ids, row) => {
    const from = row * length * dimensions;
    const sum = new Float32Array(dimensions);
    for (let at = 0; at < ids.length * dimensions; at += 1) {
      const axis = at % dimensions;
      sum[axis] = (sum[axis] ?? 0) + (states[from + at] ?? 0);
    }
    return toUnitVector(sum);
  });
}

/** Runs texts of about the same length together, and gives their vectors in the order of the texts. */
async function runByLength(
  texts: readonly Tokens[],
  lengthOf: (ids: Tokens) => number,
  run: (group: readonly Tokens[], length: number) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors = new Array<Float32Array>(texts.length);
  for (const positions of groupByLength(texts.map(lengthOf))) {
    const group = positions.map((position) => texts[position] ?? []);
    const ofGroup = await run(group, Math.max(...group.map(lengthOf)));
    positions.forEach((position, row) => (vectors[position] = ofGroup[row] ?? new Float32Array()));
  }
  return vectors;
}

/** Above this share of padding, computing it costs more than a separate run. */
const PADDING_SHARE_MAX = 0.2;

/** Returns the positions of each group's rows, the shortest row first. A group is padded to its longest row. */
export function groupByLength(lengths: readonly number[]): number[][] {
  const positions = lengths
    .map((_, position) => position)
    .sort((a, b) => lengthAt(lengths, a) - lengthAt(lengths, b));
  const groups: number[][] = [];
  let group: number[] = [];
  let used = 0;
  for (const position of positions) {
    const length = lengthAt(lengths, position);
    const padded = length * (group.length + 1);
    if (group.length > 0 && padded - used - length > PADDING_SHARE_MAX * padded) {
      groups.push(group);
      group = [];
      used = 0;
    }
    group.push(position);
    used += length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function lengthAt(lengths: readonly number[], position: number): number {
  return lengths[position] ?? 0;
}
