import { joinTexts, splitTexts, type CandidateTexts } from '@imagesearch/contracts/candidate-texts';
import type { TextTokenizer, TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, detachedCall, overdue, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { openSession, tokenFeeds, type SessionSettings } from '@imagesearch/models/session';
import type { Scorer } from './scorer.js';

interface CrossEncoder {
  model: CrossEncoderModel;
  tokenizer: TextTokenizer;
  tokensMax: number;
}

export interface CrossEncoderLimits {
  /** Candidates of one request that are scored; the others keep their rank behind these. */
  pairsMax: number;
  /** Of one request, for waiting and reading; pairs that it does not reach keep their rank behind the others. */
  budgetMs: number;
  /** Requests that run at once; the next one is answered `overloaded`. */
  requestsMax: number;
}

const WARM_UP_TIMEOUT_MS = 60_000;

/** Runs the model once, so that no caller waits for the first run. */
export async function createCrossEncoderScorer(
  { model, tokenizer, tokensMax }: CrossEncoder,
  { pairsMax, budgetMs, requestsMax }: CrossEncoderLimits,
): Promise<Scorer> {
  const scoreHead = createScoreHead(model);
  let running = 0;

  const pairsOf = (query: string, candidates: readonly string[]): TokenPair[] => {
    // A long query leaves half of the tokens to the text.
    const queryIds = tokenizer.idsOf(query).slice(0, tokensMax / 2);
    return candidates.map((candidate) =>
      tokenizer.framePair(queryIds, tokenizer.idsOf(candidateText(splitTexts(candidate))), tokensMax),
    );
  };

  const warm = pairsOf('warm', [joinTexts({ title: 'warm', tags: [], description: '' })]);
  await scoreHead(warm, detachedCall(WARM_UP_TIMEOUT_MS));
  return {
    method: 'cross_encoder',
    score: async (query, candidates, call) => {
      assertLive(call);
      if (running >= requestsMax) throw new AppError('overloaded', 'Too many requests; try again shortly.');
      running += 1;
      try {
        const pairs = pairsOf(query.words, candidates.slice(0, pairsMax));
        const scores = await scoreHead(pairs, call, budgetMs);
        if (scores.length === 0 && candidates.length > 0) throw overdue();
        return scores;
      } finally {
        running -= 1;
      }
    },
    close: () => model.close(),
  };
}

/** The text that the model reads. The most important part comes first, because the end may be cut off. */
export function candidateText({ title, tags, description }: CandidateTexts): string {
  return [title, tags.join(', '), description].filter((part) => part.trim() !== '').join(' · ');
}

/**
 * Scores of the first pairs: as many as the budget is expected to last for, at least one, and as many of them as the
 * deadline allows.
 * @throws AppError when the call has ended.
 */
type ScoreHead = (pairs: readonly TokenPair[], call: CallContext, budgetMs?: number) => Promise<number[]>;

const ANSWER_MS = 30;

/** Requests alternate batch by batch. A request stops before a batch that would miss its deadline. */
export function createScoreHead(model: CrossEncoderModel): ScoreHead {
  const semaphore = createSemaphore(1);
  const runTime = new RunTimeEstimate();

  const runBatch = async (
    pairs: readonly TokenPair[],
    { positions, tokens }: PairBatch,
  ): Promise<number[]> => {
    const startedAt = performance.now();
    const logits = await model.run(positions.flatMap((position) => pairs[position] ?? []));
    runTime.observe(positions.length * tokens, performance.now() - startedAt);
    return logits;
  };

  /** Undefined when the deadline would be missed. The first batch always runs, so that the estimate can improve. */
  const runInTime = (
    pairs: readonly TokenPair[],
    batch: PairBatch,
    call: CallContext,
    isFirst: boolean,
  ): Promise<number[] | undefined> => {
    const expectedMs = runTime.expectedMs(batch.positions.length * batch.tokens);
    const isLate = !isFirst && Date.now() + expectedMs >= call.deadlineAt - ANSWER_MS;
    const isOver = call.signal.aborted || Date.now() >= call.deadlineAt;
    return isOver || isLate ? Promise.resolve(undefined) : runBatch(pairs, batch);
  };

  return async (all, call, budgetMs = Infinity) => {
    const until = Date.now() + budgetMs;
    let release = await semaphore.acquire();
    try {
      // Only now: waiting for other requests uses up the budget too, so that many of them share the model.
      const pairs = affordable(all, runTime, until - Date.now());
      const scores: number[] = [];
      for (const window of pairWindows(pairs.map(({ ids }) => ids.length))) {
        const scored = new Map<number, number>();
        for (const batch of window) {
          const isFirst = scores.length + scored.size === 0;
          if (!isFirst) {
            release();
            release = await semaphore.acquire();
          }
          const logits = await runInTime(pairs, batch, call, isFirst);
          assertLive(call);
          if (logits === undefined) return scores;
          batch.positions.forEach((position, row) => scored.set(position, probabilityOf(logits[row] ?? 0)));
        }
        while (scored.has(scores.length)) scores.push(scored.get(scores.length) ?? 0);
      }
      return scores;
    } finally {
      release();
    }
  };
}

function affordable(
  pairs: readonly TokenPair[],
  runTime: RunTimeEstimate,
  budgetMs: number,
): readonly TokenPair[] {
  let leftMs = budgetMs;
  const end = pairs.findIndex(({ ids }, at) => (leftMs -= runTime.expectedMs(ids.length)) < 0 && at > 0);
  return end === -1 ? pairs : pairs.slice(0, end);
}

/** The model was trained to give the logit of "this text answers the query". */
function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Pairs of one run: a larger batch is hardly faster, and a run cannot be stopped. */
const BATCH_PAIRS = 8;
/** Pairs that are sorted by length together. A window is scored as a whole, so the scored pairs are always a head. */
const WINDOW_BATCHES = 2;

interface PairBatch {
  positions: number[];
  tokens: number;
}

/** Windows go from the head of the pool to its end. Pairs of a batch are similar in length, because it is padded. */
function pairWindows(lengths: readonly number[]): PairBatch[][] {
  const windowPairs = WINDOW_BATCHES * BATCH_PAIRS;
  return chunksOf(
    lengths.map((_, position) => position),
    windowPairs,
  ).map((window) => {
    const sorted = window.toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
    return chunksOf(sorted, BATCH_PAIRS).map((positions) => ({
      positions,
      tokens: Math.max(...positions.map((position) => lengths[position] ?? 0)),
    }));
  });
}

function chunksOf(values: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}

/** Weight of the latest measurement in the moving average. */
const LATEST_SHARE = 0.3;

/** Estimates how long a run takes from earlier runs: a moving average of milliseconds per token, padding included. */
class RunTimeEstimate {
  #msPerToken: number | undefined;

  observe(tokens: number, elapsedMs: number): void {
    const latest = elapsedMs / tokens;
    this.#msPerToken =
      this.#msPerToken === undefined ? latest : LATEST_SHARE * latest + (1 - LATEST_SHARE) * this.#msPerToken;
  }

  /** 0 before the first run. */
  expectedMs(tokens: number): number {
    return (this.#msPerToken ?? 0) * tokens;
  }
}

export interface CrossEncoderModel {
  /** One logit for each pair, in the order given. */
  run(pairs: readonly TokenPair[]): Promise<number[]>;
  close(): Promise<void>;
}

/** Opens a cross-encoder: `input_ids`, `attention_mask`, `token_type_ids` [N, tokens] → `logits` [N, 1]. */
export async function openCrossEncoderModel(
  path: string,
  padId: number,
  settings: SessionSettings,
): Promise<CrossEncoderModel> {
  const session = await openSession(path, settings);
  return {
    run: async (pairs) => {
      const tokens = Math.max(...pairs.map(({ ids }) => ids.length));
      const { logits } = await session.run(tokenFeeds(session, pairs, tokens, padId));
      if (!(logits?.data instanceof Float32Array) || logits.data.length !== pairs.length) {
        throw new Error('The cross-encoder did not return one number for each pair.');
      }
      return Array.from(logits.data);
    },
    close: () => session.release(),
  };
}
