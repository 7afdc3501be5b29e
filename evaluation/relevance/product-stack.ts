import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import type { PointInput } from '@imagesearch/contracts/messages';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { startStack } from '@imagesearch/local-stack/stack';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import type { Model } from './embedded.js';
import { productOf, type Product } from './product.js';

const POINTS_PER_CALL = 500;
const ASSETS_AT_ONCE = 8;
const CALL_TIMEOUT_MS = 60_000;
const PUT_RETRIES = { retries: 5, firstPauseMs: 250, pauseMsMax: 4_000 };
const MEASURED = { width: 8, height: 8, format: 'png' };

/** The product on `lite` and on empty stores of its own, which are filled without looking at any pixels. */
export interface ProductStack {
  retrieval: RetrievalClient;
  product: Product;
  model: Model;
  /** Adds or replaces one asset for each point. None has a file, which no search by words reads. */
  write(points: readonly PointInput[]): Promise<void>;
  close(): Promise<void>;
}

export async function startProductStack(): Promise<ProductStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-relevance-'));
  await layMigratedPostgres(dataDir);
  const stack = await startStack({
    env: { DATA_DIR: dataDir, MODEL_PROFILE: 'lite', LOG_LEVEL: 'silent', PORT: '0' },
  });
  const { EMBEDDING_ADDRESS, RETRIEVAL_ADDRESS, RIGHTS_ADDRESS, SERVICE_TOKEN } = stack.addresses;
  const embedding = createEmbeddingClient(EMBEDDING_ADDRESS, SERVICE_TOKEN);
  const { fingerprint, dimensions } = await embedding.describeModel({}, detachedCall(CALL_TIMEOUT_MS));
  const retrieval = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
  const rights = createRightsClient(RIGHTS_ADDRESS, SERVICE_TOKEN);
  return {
    retrieval,
    product: await productOf(stack),
    model: { embedding, fingerprint, dimensions: dimensions ?? {} },
    write: async (points) => {
      await mapConcurrently(points, ASSETS_AT_ONCE, (point) => putAsset(rights, point));
      for (let from = 0; from < points.length; from += POINTS_PER_CALL) {
        await retrieval.upsertPoints(
          { modelFingerprint: fingerprint, dimensions, points: points.slice(from, from + POINTS_PER_CALL) },
          detachedCall(CALL_TIMEOUT_MS),
        );
      }
      await retrieval.optimizeIndex({}, detachedCall(CALL_TIMEOUT_MS));
    },
    close: async () => {
      embedding.close();
      retrieval.close();
      rights.close();
      await stack.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function putAsset(
  rights: RightsClient,
  { assetId = '', contentVersion = '', title = '', tags = [], description = '' }: PointInput,
): Promise<void> {
  const words = { assetId, contentVersion, title, tags, description };
  const metadata = { ...words, ...MEASURED, delivery: 'link', linkUrl: `https://example.org/${assetId}` };
  const put = () => rights.putAsset([{ metadata }], detachedCall(CALL_TIMEOUT_MS));
  // As ingestion does: a busy machine drops a connection that answers too late.
  await retryWithBackoff(put, PUT_RETRIES);
}
