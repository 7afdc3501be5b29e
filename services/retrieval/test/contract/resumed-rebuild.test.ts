import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';
import { RetrievalProcess } from '@imagesearch/testkit/processes/retrieval-process';
import { engines, type FreshIndex } from '../support/engines.js';
import { by, call, MODEL, point, towards } from '../support/retrieval-fixture.js';

const POINTS = 6_000;
const BATCH_POINTS = 500;
const REBUILD_TIMEOUT_MS = 300_000;

/**
 * The phases in which the process is killed one after another, each time after one more page. Each costs the time after which
 * a killed rebuild may be taken over, so only `pnpm chaos` runs this suite.
 */
const KILLS = ['PHASE_COPY', 'PHASE_COPY', 'PHASE_COPY', 'PHASE_INDEX', 'PHASE_VERIFY'] as const;

describe.each(engines())('a rebuild on $name that is killed again and again', (engine) => {
  const opened: { fresh: FreshIndex; process: RetrievalProcess }[] = [];
  let killed: (typeof opened)[number];
  let whole: (typeof opened)[number];

  beforeEach(async () => {
    [killed, whole] = [await filledIndex(), await filledIndex()];
  }, 300_000);
  afterEach(async () => {
    for (const { fresh, process } of opened.splice(0)) {
      await process.kill();
      await fresh.remove();
    }
  });

  test('goes on where it stopped, ends, and gives what an uninterrupted one gives', async () => {
    let reached = 0;
    for (const phase of KILLS) {
      const { from, to } = await rebuildAndKill(phase);
      // Of a killed copy only the page that it worked on is lost.
      expect(from).toBeGreaterThanOrEqual(reached);
      reached = to;
      killed.process = await RetrievalProcess.start(killed.fresh.env);
      await killed.process.client.upsertPoints(
        { modelFingerprint: MODEL, points: [point('a:00000', { contentVersion: `after ${phase}` })] },
        call(),
      );
    }
    expect(reached).toBe(POINTS);
    expect(await rebuild(killed.process)).toBe('PHASE_PUBLISHED');
    await whole.process.client.upsertPoints(
      { modelFingerprint: MODEL, points: [point('a:00000', { contentVersion: 'after PHASE_VERIFY' })] },
      call(),
    );
    expect(await rebuild(whole.process)).toBe('PHASE_PUBLISHED');
    expect(await contentOf(killed.process)).toEqual(await contentOf(whole.process));
    expect(await killed.fresh.collections()).toHaveLength(1);
  }, 600_000);

  async function filledIndex(): Promise<(typeof opened)[number]> {
    const fresh = await engine.fresh();
    const index = { fresh, process: await RetrievalProcess.start(fresh.env) };
    opened.push(index);
    for (let from = 0; from < POINTS; from += BATCH_POINTS) {
      const points = Array.from({ length: BATCH_POINTS }, (_, position) => pointAt(from + position));
      await index.process.client.upsertPoints({ modelFingerprint: MODEL, points }, call());
    }
    return index;
  }

  const pointAt = (at: number) =>
    point(idAt(at), { title: at % 2 === 0 ? 'House' : 'Boat', image: towards((at * 180) / POINTS) });
  const idAt = (at: number): string => `a:${String(at).padStart(5, '0')}`;

  const stepsOf = ({ client }: RetrievalProcess) => client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS));

  async function rebuild(process: RetrievalProcess): Promise<string> {
    let last = '';
    for await (const { phase } of stepsOf(process)) last = phase;
    return last;
  }

  /** Answers where the copy began and how far it came. */
  async function rebuildAndKill(until: string): Promise<{ from: number; to: number }> {
    let from: number | undefined;
    let to = 0;
    try {
      for await (const { phase, done } of stepsOf(killed.process)) {
        if (phase === 'PHASE_COPY') {
          from ??= done;
          to = done;
        }
        if (phase === until && (phase !== 'PHASE_COPY' || to > (from ?? to))) await killed.process.kill();
      }
    } catch (error) {
      if (!['dependency_unavailable', 'cancelled'].includes(toAppError(error).code)) throw error;
    }
    return { from: from ?? -1, to };
  }

  /** Number and versions of the points, and what searches find. */
  async function contentOf({ client }: RetrievalProcess): Promise<unknown> {
    const versions: Record<string, string> = {};
    for (let from = 0; from < POINTS; from += 1_000) {
      const assetIds = Array.from({ length: 1_000 }, (_, position) => idAt(from + position));
      Object.assign(versions, (await client.getPointVersions({ assetIds }, call())).contentVersions);
    }
    const searches = [0, 45, 90, 170].map((degrees) =>
      client.searchPoints(
        { ...by({ image: towards(degrees) }), words: 'house', modelFingerprint: MODEL, limit: 50 },
        call(),
      ),
    );
    const found = (await Promise.all(searches)).map(({ candidates }) =>
      candidates.map(({ assetId }) => assetId),
    );
    const { points, rebuild: running } = await client.describeIndex({}, call());
    return { versions, found, points, running };
  }
});
