import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRetrievalClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';
import { describeOnIndexes, type FreshIndex } from '../support/engines.js';
import { by, call, MODEL, onVectors, point, towards, VECTORS } from '../support/retrieval-fixture.js';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';

const POINTS = 2_500;
const BATCH_POINTS = 500;
/** As many as one request may ask for. */
const ASKED_POINTS = 1_000;
/** Between two writes. */
const PAUSE_MS = 20;
const REBUILD_TIMEOUT_MS = 120_000;

/** What a rebuild does, one after another; `npm run chaos` kills its process after each. */
const STEPS = ['started', 'filled 1', 'filled 4', 'publishing', 'published'] as const;
/** Each costs two starts of a service. */
const KILLS = process.env['CHAOS_LONG'] === '1' ? STEPS : (['filled 4'] as const);

describeOnIndexes('a rebuild whose process is killed', (engine) => {
  let fresh: FreshIndex;
  let rebuilding: RetrievalProcess;
  /** Another replica, where the engine allows one; else the process that rebuilds. */
  let searching: RetrievalProcess;
  let written: string[];

  beforeEach(async () => {
    fresh = await engine.fresh();
    rebuilding = await startProcess(fresh.env);
    searching = engine.name === 'lancedb' ? rebuilding : await startProcess(fresh.env);
    written = [];
    for (let from = 0; from < POINTS; from += BATCH_POINTS) await write(BATCH_POINTS);
  });
  afterEach(async () => {
    await Promise.all([rebuilding.kill(), searching.kill()]);
    await fresh.remove();
  });

  test('at any point leaves an index that serves, whole, and loses no write that was confirmed', async () => {
    const expected = await search();
    for (const kill of KILLS) {
      const watch = searchAndWrite(expected);
      await rebuild(kill);
      expect(await watch.stop()).toBeGreaterThan(0);
      await restart();
      // The write that was under way may be there or not; after this one it is.
      await write(1);
      const assetIds = written.slice(-ASKED_POINTS);
      const { contentVersions } = await searching.client.getPointVersions({ assetIds }, call());
      expect(Object.keys(contentVersions)).toHaveLength(ASKED_POINTS);
      const { points, modelFingerprint } = await searching.client.describeIndex({}, call());
      const found = await search();
      expect({ kill, points, modelFingerprint, found }).toEqual({
        kill,
        points: written.length,
        modelFingerprint: MODEL,
        found: expected,
      });
      expect((await fresh.collections()).length).toBeLessThanOrEqual(2);
    }
    await rebuild();
    expect(await search()).toEqual(expected);
    expect(await fresh.collections()).toHaveLength(1);
  }, 600_000);

  /** The process that was killed comes back, as under any supervisor. */
  async function restart(): Promise<void> {
    const { DATA_DIR: dataDir } = fresh.env;
    if (dataDir !== undefined) await expireLocks(dataDir);
    rebuilding = await startProcess(fresh.env);
    if (engine.name === 'lancedb') searching = rebuilding;
  }

  /** Ends early, with the process, after one of its steps. */
  async function rebuild(killAfter?: (typeof STEPS)[number]): Promise<void> {
    const { client } = rebuilding;
    const endsAfter = async (step: string): Promise<boolean> => {
      if (step === killAfter) await rebuilding.kill();
      return step === killAfter;
    };
    const model = { modelFingerprint: MODEL, dimensions: VECTORS };
    const { rebuildId } = await client.startRebuild(model, detachedCall(REBUILD_TIMEOUT_MS));
    if (await endsAfter('started')) return;
    const ids = [...written];
    for (let from = 0; from < ids.length; from += BATCH_POINTS) {
      const points = ids
        .slice(from, from + BATCH_POINTS)
        .map((assetId, position) => onVectors(point(assetId, { title: titleOf(from + position) })));
      await client.upsertPoints({ ...model, rebuildId, points }, call());
      if (await endsAfter(`filled ${from / BATCH_POINTS + 1}`)) return;
    }
    const publishing = client.publishRebuild({ rebuildId }, detachedCall(REBUILD_TIMEOUT_MS));
    publishing.catch(() => undefined);
    if (await endsAfter('publishing')) return;
    await publishing;
    await endsAfter('published');
  }

  /** Points that lie far from where the searches look, so that their answer stays the same. */
  async function write(count: number): Promise<void> {
    const from = written.length;
    const points = Array.from({ length: count }, (_, position) => {
      const at = from + position;
      return point(`a:${at}`, { title: titleOf(at), image: towards(at < 50 ? at : 170) });
    });
    await searching.client.upsertPoints({ modelFingerprint: MODEL, dimensions: VECTORS, points }, call());
    written.push(...points.map(({ assetId }) => String(assetId)));
  }

  async function search(): Promise<string[]> {
    const { candidates } = await searching.client.searchPoints(
      { ...by({ image: towards(0) }), words: 'house', modelFingerprint: MODEL, limit: 20 },
      call(),
    );
    return candidates.map(({ assetId }) => assetId);
  }

  /** Searches and writes in turn, until it is told to stop or the one process that serves is gone. */
  function searchAndWrite(expected: readonly string[]): { stop: () => Promise<number> } {
    let isWanted = true;
    let answers = 0;
    const turns = async (): Promise<void> => {
      while (isWanted) {
        expect(await search()).toEqual(expected);
        answers += 1;
        await write(1);
        await sleep(PAUSE_MS);
      }
    };
    const running = turns().catch((error: unknown) => {
      if (searching !== rebuilding || !hasDied(error)) throw error;
    });
    return {
      stop: async () => {
        isWanted = false;
        await running;
        return answers;
      },
    };
  }
});

function titleOf(at: number): string {
  return at < 50 ? 'House' : 'Boat';
}

function hasDied(error: unknown): boolean {
  return ['dependency_unavailable', 'cancelled'].includes(toAppError(error).code);
}

type RetrievalProcess = Awaited<ReturnType<typeof startProcess>>;

/** The service in a process of its own, which is killed as a power cut would: nothing is flushed, closed or released. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const service = await ServiceProcess.create('retrieval', env);
  await service.start();
  const client = createRetrievalClient(service.address);
  const kill = async (): Promise<void> => {
    await service.stop('SIGKILL');
    client.close();
  };
  return { client, kill };
}
