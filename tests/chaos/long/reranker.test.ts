import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { RerankResponseInput } from '@imagesearch/contracts/messages';
import { rerankerServiceDefinition } from '@imagesearch/contracts/reranker';
import { AppError } from '@imagesearch/service-kit/errors';
import { startGrpcServer, unary, type RunningGrpcServer } from '@imagesearch/service-kit/grpc/server';
import { createLogger } from '@imagesearch/service-kit/logging';
import { FaultyProxy, type Fault } from '@imagesearch/testkit/network/faulty-proxy';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const SEARCH_TIMEOUT_MS = 10_000;
const RERANK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 400;
/** Later than a search waits for. */
const LATE_MS = 3 * RERANK_TIMEOUT_MS;
const CLIENTS = 4;
const FAULT_MS = Number(process.env['CHAOS_FAULT_MS'] ?? 1_000);
const RECOVERY_MS = 15_000;

interface Answered {
  status: number;
  elapsedMs: number;
  degraded: boolean;
  count: number;
}

const logger = createLogger({ service: 'test', level: 'silent' });
const fail = () => Promise.reject(new AppError('internal', 'No.'));
const scoreNone = (): Promise<RerankResponseInput> => Promise.resolve({ scores: [], method: 'lexical' });

/** A reranker that answers without scores. */
function startIdle(): Promise<RunningGrpcServer> {
  return startGrpcServer({
    listen: '127.0.0.1:0',
    definition: rerankerServiceDefinition,
    handlers: { DescribeReranker: unary(logger, fail), Rerank: unary(logger, scoreNone) },
    logger,
    drainTimeoutMs: 1_000,
  });
}

describe('searches while the reranker fails, under load', () => {
  const proxy = new FaultyProxy();
  let stack: TestStack;
  let caller: Caller;
  let idle: RunningGrpcServer;

  beforeAll(async () => {
    idle = await startIdle();
    stack = await TestStack.start(undefined, {
      env: {
        SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
        RERANK_TIMEOUT_MS: String(RERANK_TIMEOUT_MS),
        RERANK_PAUSE_MS: String(PAUSE_MS),
        RERANK_FAILURES_MAX: '3',
      },
      gatewayAddresses: { RERANKER_ADDRESS: `127.0.0.1:${await proxy.open()}` },
    });
    proxy.pointTo(stack.stack.addresses.RERANKER_ADDRESS);
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  }, 240_000);
  afterAll(async () => {
    await stack.stop();
    await proxy.close();
    await idle.close();
  });

  const search = async (): Promise<Answered> => {
    const startedAt = performance.now();
    const { status, body } = await caller.post('/v1/search', { query: 'red ball', k: 3 });
    const { degraded = false, count } = body as { degraded?: boolean; count: number };
    return { status, elapsedMs: performance.now() - startedAt, degraded, count };
  };
  /** Clients that search one time after another for so long. */
  const loadFor = async (forMs: number): Promise<Answered[]> => {
    const until = Date.now() + forMs;
    const rounds = Array.from({ length: CLIENTS }, async () => {
      const answers: Answered[] = [];
      while (Date.now() < until) answers.push(await search());
      return answers;
    });
    return (await Promise.all(rounds)).flat();
  };
  const mend = (): void => {
    proxy.setFault({ kind: 'none' });
    proxy.pointTo(stack.stack.addresses.RERANKER_ADDRESS);
  };
  /** Searches until one is whole again. */
  const recovers = async (): Promise<void> => {
    const until = Date.now() + RECOVERY_MS;
    while ((await search()).degraded) {
      if (Date.now() > until) throw new Error('searches stay degraded though the reranker is back');
      await delay(50);
    }
  };
  const rerankCalls = async () => {
    const metrics = await (await fetch(`${stack.stack.gateway.opsUrl()}/metrics`)).text();
    const countOf = (outcome: string) =>
      Number(
        new RegExp(`^gateway_rerank_calls_total\\{outcome="${outcome}".*\\} (\\d+)$`, 'm').exec(
          metrics,
        )?.[1] ?? 0,
      );
    return { failed: countOf('failed'), circuit_open: countOf('circuit_open') };
  };
  const expectAllAnswered = (answers: readonly Answered[]): void => {
    expect(answers.length).toBeGreaterThanOrEqual(CLIENTS);
    expect(answers.filter(({ status, count }) => status !== 200 || count === 0)).toEqual([]);
    expect(Math.max(...answers.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(SEARCH_TIMEOUT_MS);
  };

  it.each<[string, Fault, 'itself' | 'idle']>([
    ['is not there', { kind: 'refuse' }, 'itself'],
    ['answers too late', { kind: 'delay', ms: LATE_MS }, 'itself'],
    ['scores nothing', { kind: 'none' }, 'idle'],
    // Past what a connection begins with, and within its first answer.
    ['dies while it answers', { kind: 'cut', afterBytes: 60 }, 'itself'],
  ])(
    'a reranker that %s costs no search: 200 in time, degraded, and whole again without a restart',
    async (_name, fault, who) => {
      mend();
      await recovers();
      const whole = await loadFor(300);
      expectAllAnswered(whole);
      expect(whole.filter(({ degraded }) => degraded)).toEqual([]);

      if (who !== 'itself') proxy.pointTo(idle.address);
      proxy.setFault(fault);
      // What is under way may still end well.
      expectAllAnswered(await loadFor(1.2 * RERANK_TIMEOUT_MS));
      const before = await rerankCalls();
      const faulty = await loadFor(FAULT_MS);
      expectAllAnswered(faulty);
      const after = await rerankCalls();
      // Most searches do not even wait for it.
      expect(after.circuit_open - before.circuit_open).toBeGreaterThan(after.failed - before.failed);
      const degraded = faulty.filter((answer) => answer.degraded);
      expect(degraded.length / faulty.length).toBeGreaterThan(0.99);

      mend();
      await recovers();
      const mended = await loadFor(300);
      expectAllAnswered(mended);
      expect(mended.filter((answer) => answer.degraded)).toEqual([]);
    },
    90_000,
  );
});
