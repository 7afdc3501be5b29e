import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { quantile } from '@imagesearch/testkit/bench/measure';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { GatewayProcess, runAccounts } from '@imagesearch/testkit/processes/gateway-process';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const GUESSER = join(import.meta.dirname, '../../packages/testkit/processes/address-guesser.mjs');
const CONNECTIONS = 200;
const SEARCHES = 20;
const WARM_UP_MS = 1_000;
/** The median; some tens of milliseconds on an idle machine. */
const SEARCH_MS_MAX = 2_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start();
}, 240_000);
afterAll(() => stack.stop());

describeOnDatabases('guessed file addresses', (engine) => {
  let home: TestDatabase;
  let gateway: GatewayProcess;
  let caller: Caller;

  beforeAll(async () => {
    home = await engine.create('gateway/postgres');
    gateway = await GatewayProcess.create({
      ...stack.stack.addresses,
      DATA_DIR: home.dir,
      LOG_LEVEL: 'silent',
      ...(home.url !== undefined && { DATABASE_URL: home.url, KEY_SECRET: randomUUID() }),
    });
    const key = await runAccounts(gateway.env, 'create', '--name', 'searching', '--plan', 'scale');
    await gateway.start();
    caller = new Caller(gateway.baseUrl, key);
  }, 240_000);
  afterAll(async () => {
    await gateway.stop('SIGKILL');
    await home.drop();
  });

  /** Without a key. */
  const statusOf = async (address: string) => (await new Caller(gateway.baseUrl).get(address)).status;

  it('cost no look-up, and leave searches and genuine addresses open while 200 connections guess', async () => {
    const { results: earlier } = await caller.search({ query: 'ball', k: 3 });
    // A gateway that starts has no answer in memory: addresses from before are looked up.
    await gateway.stop('SIGTERM');
    await gateway.start();
    const stopGuessing = startGuessing(gateway.baseUrl);
    await sleep(WARM_UP_MS);

    expect(await Promise.all(earlier.map(({ thumb }) => statusOf(thumb)))).toEqual([302, 302, 302]);
    const searchesMs: number[] = [];
    for (let at = 0; at < SEARCHES; at += 1) {
      const startedAt = performance.now();
      const { results } = await caller.search({ query: `ball ${at}`, k: 1 });
      searchesMs.push(performance.now() - startedAt);
      expect(await statusOf(results[0]?.thumb ?? '')).toBe(302);
    }
    const answers = await stopGuessing();
    expect(
      quantile(
        searchesMs.sort((one, other) => one - other),
        0.5,
      ),
    ).toBeLessThan(SEARCH_MS_MAX);

    expect(Object.keys(answers)).toEqual(['404']);
    const lookups = await lookupOutcomes(gateway);
    expect(lookups['not_issued']).toBeGreaterThanOrEqual(answers['404'] ?? 0);
    expect(lookups['found']).toBe(1);
    expect(lookups['refused'] ?? 0).toBe(0);
  });

  it('are counted apart from malformed ones, and neither is looked up', async () => {
    const before = await lookupOutcomes(gateway);
    const guessed = `/v1/asset/q_${'0'.repeat(32)}/drawn:ball`;
    for (let at = 0; at < 5; at += 1) {
      const answer = await new Caller(gateway.baseUrl).get(guessed);
      expect(faultOf(answer)).toMatchObject({ status: 404, type: 'file_not_found' });
      expect(await statusOf('/v1/asset/q_0/drawn:ball')).toBe(404);
    }
    const after = await lookupOutcomes(gateway);
    expect((after['not_issued'] ?? 0) - (before['not_issued'] ?? 0)).toBe(5);
    expect((after['malformed'] ?? 0) - (before['malformed'] ?? 0)).toBe(5);
    expect(after['refused'] ?? 0).toBe(0);
  });
});

/** Guesses from another process until the returned function is called, which answers how often each status came. */
function startGuessing(baseUrl: string): () => Promise<Record<string, number>> {
  const guesser = spawn(process.execPath, [GUESSER, baseUrl, String(CONNECTIONS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  guesser.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(guesser, 'close');
  return async () => {
    guesser.stdin.end();
    await ended;
    return JSON.parse(output) as Record<string, number>;
  };
}

/** How many file addresses had each outcome. */
async function lookupOutcomes({ env }: GatewayProcess): Promise<Record<string, number>> {
  const page = await (await fetch(`http://127.0.0.1:${env['OPS_PORT'] ?? ''}/metrics`)).text();
  const lines = page.matchAll(/^gateway_file_address_lookups_total\{[^}]*outcome="(\w+)"[^}]*\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]));
}
