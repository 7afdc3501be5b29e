import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RetrievalClient } from '@imagesearch/contracts/clients';
import type { SearchPointsRequestInput } from '@imagesearch/contracts/messages';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import {
  OTHER_FINGERPRINT,
  startEmbeddingProxy,
  type EmbeddingProxy,
} from '@imagesearch/testkit/stack/embedding-proxy';
import { DRAWN, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { newQdrantIndex, type QdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';

const CALL_TIMEOUT_MS = 20_000;

describe('npm run ingest -- reindex on LanceDB', () => describeReindex());
describeWith(ENGINES.qdrant, 'npm run ingest -- reindex on Qdrant', (url) =>
  describeReindex(newQdrantIndex(url)),
);

function describeReindex(index?: QdrantIndex): void {
  let stack: TestStack;
  let other: EmbeddingProxy;
  let retrieval: RetrievalClient;

  beforeAll(async () => {
    stack = await TestStack.start(smallCollection(), { env: { ...index?.env } });
    const { EMBEDDING_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
    other = await startEmbeddingProxy(EMBEDDING_ADDRESS, SERVICE_TOKEN, { isOtherModel: true });
    ({ retrieval } = stack.clients);
  }, 300_000);
  afterAll(async () => {
    await other.close();
    await stack.stop();
    await index?.drop();
  });

  it('copies the index of the running model, and every search answers as before', async () => {
    const caller = await stack.newCaller('scale');
    const queries = [
      { query: 'red ball', k: 9 },
      { query: 'box', k: 9, filters: { commercial: true } },
      { query: 'striped', k: 9, filters: { aspect_min: 2 } },
    ];
    const before = await Promise.all(queries.map((query) => caller.search(query)));
    const { exitCode, output } = await ingest(['reindex']);
    expect(output).toContain(`The new index serves: ${DRAWN.length} points.`);
    expect(exitCode).toBe(0);
    const after = await Promise.all(queries.map((query) => caller.search(query)));
    const idsOf = ({ results }: (typeof before)[number]): string[] => results.map(({ asset_id }) => asset_id);
    expect(after.map(idsOf)).toEqual(before.map(idsOf));
    expect(before.map(idsOf).flat()).not.toEqual([]);
  }, 120_000);

  it('is named in the error when another model filled the index', async () => {
    const { exitCode, output } = await ingest(['openmoji', '--limit', '1'], other);
    expect(exitCode).toBe(1);
    expect(output).toContain('npm run ingest -- reindex');
    expect(other.images()).toBe(0);
  }, 120_000);

  it('keeps the old index while some images cannot be embedded again, and names them', async () => {
    other.refuse(1);
    const { exitCode, output } = await ingest(['reindex'], other);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/drawn:[a-z-]+: /);
    expect(output).toContain('it lacks 1 assets of the serving index');
    const { modelFingerprint, rebuild } = await retrieval.describeIndex({}, call());
    expect(modelFingerprint).not.toBe(OTHER_FINGERPRINT);
    expect(rebuild).toMatchObject({ modelFingerprint: OTHER_FINGERPRINT, points: DRAWN.length - 1 });
  }, 120_000);

  it('continues an interrupted run, embeds every stored image once, and keeps all filters', async () => {
    const filtered: SearchPointsRequestInput[] = [
      { words: 'ball', filters: { commercial: true } },
      { words: 'banner', filters: { aspectMin: 2 } },
      { words: 'ball', filters: { aiGenerated: true } },
      { words: 'box', filters: { luminanceMin: 0, facesMax: 0 } },
      { words: 'flag ball box', filters: { licenseAny: ['cc-by-4.0', 'cc-by-nd-2.0'] } },
    ];
    const ask = (request: SearchPointsRequestInput): Promise<string[]> =>
      retrieval
        .searchPoints({ ...request, limit: 50 }, call())
        .then(({ candidates }) => candidates.map(({ assetId }) => assetId));
    const before = await Promise.all(filtered.map(ask));
    expect(before.map(({ length }) => length > 0)).toEqual(filtered.map(() => true));

    const { exitCode, output } = await ingest(['reindex'], other);
    expect(output).toContain(`The new index serves: ${DRAWN.length} points.`);
    expect(exitCode).toBe(0);
    expect(other.images()).toBe(DRAWN.length);
    expect(await retrieval.describeIndex({}, call())).toMatchObject({
      points: DRAWN.length,
      modelFingerprint: OTHER_FINGERPRINT,
      rebuild: null,
    });
    expect(await Promise.all(filtered.map(ask))).toEqual(before);
  }, 120_000);

  it('restores an index from the stored images for the earlier model, and can be abandoned', async () => {
    const begun = await retrieval.startRebuild(
      { modelFingerprint: 'sha256:a-third', dimensions: { image: 4 } },
      call(),
    );
    const abandoned = await ingest(['reindex', '--abandon']);
    expect(abandoned.output).toContain(`Removed ${begun.rebuildId}`);
    expect((await ingest(['reindex', '--abandon'])).exitCode).toBe(2);
    expect((await ingest(['reindex'])).exitCode).toBe(0);
    const caller = await stack.newCaller('scale');
    expect((await caller.search({ query: 'red ball', k: 1 })).results[0]?.asset_id).toBe(drawnId('red-disc'));
  }, 120_000);

  /** The operator's command, to its end; with another model in the place of the stack's. */
  const ingest = (args: string[], model?: EmbeddingProxy) =>
    stack.runIngest(args, model && { EMBEDDING_ADDRESS: model.address });
}

function call(): CallContext {
  return detachedCall(CALL_TIMEOUT_MS);
}
