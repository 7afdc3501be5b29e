import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { DimensionsInput, PointInput } from '@imagesearch/contracts/messages';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { CUTOFF } from './metrics.js';

const POINTS_PER_CALL = 500;
const TEXTS_PER_CALL = 128;
const ASSETS_AT_ONCE = 8;
const CALL_TIMEOUT_MS = 600_000;
const PUT_RETRIES = { retries: 5, firstPauseMs: 250, pauseMsMax: 4_000 };
/** Vectors differ a little with the size of a batch; the curves and the reports are those of the service's own size. */
const SETTINGS = { MODEL_PROFILE: 'lite', EMBEDDING_TEXT_BATCH_MAX: '32' };
const MEASURED = { width: 8, height: 8, format: 'png' };

export interface Model {
  fingerprint: string;
  dimensions: DimensionsInput;
}

/** Asset ids of a search, best first. */
export type Product = (brief: {
  query: string;
  image_base64?: string;
  exact?: boolean;
  lang?: string;
  parse_design?: boolean;
  /** The header Accept-Language. */
  reads?: string;
}) => Promise<string[]>;

/** The product as its callers have it, over HTTP. */
export function productOf(caller: Caller): Product {
  return async ({ reads, ...brief }) => {
    const headers = reads === undefined ? {} : { 'Accept-Language': reads };
    const { degraded, results } = await caller.search({ ...brief, k: CUTOFF }, headers);
    if (degraded === true) throw new Error('The search was degraded: this would measure another system.');
    return results.map(({ asset_id }) => asset_id);
  };
}

/** The product on `lite` and on empty stores of its own, which are filled without looking at any pixels. */
export interface ProductStack {
  running: TestStack;
  clients: IngestClients;
  product: Product;
  model: Model;
  /** Adds or replaces one asset for each point. None has a file, which no search by words reads. */
  write(points: readonly PointInput[]): Promise<void>;
  close(): Promise<void>;
}

const call = () => detachedCall(CALL_TIMEOUT_MS);

export async function startProductStack(): Promise<ProductStack> {
  const running = await TestStack.start(NO_IMAGES, { env: SETTINGS });
  const clients = openClients(running.stack.addresses);
  const { fingerprint, dimensions } = await clients.embedding.describeModel({}, call());
  const model = { fingerprint, dimensions: dimensions ?? {} };
  return {
    running,
    clients,
    product: productOf(new Caller(running.baseUrl, await running.newKey('custom'))),
    model,
    write: async (points) => {
      await mapConcurrently(points, ASSETS_AT_ONCE, (point) => putAsset(clients, point));
      for (let from = 0; from < points.length; from += POINTS_PER_CALL) {
        const some = points.slice(from, from + POINTS_PER_CALL);
        await clients.retrieval.upsertPoints(
          { modelFingerprint: fingerprint, dimensions: model.dimensions, points: some },
          call(),
        );
      }
      await clients.retrieval.optimizeIndex({}, call());
    },
    close: async () => {
      closeClients(clients);
      await running.stop();
    },
  };
}

async function putAsset(
  { rights }: IngestClients,
  { assetId = '', contentVersion = '', title = '', tags = [], description = '' }: PointInput,
): Promise<void> {
  const words = { assetId, contentVersion, title, tags, description };
  const metadata = { ...words, ...MEASURED, delivery: 'link', linkUrl: `https://example.org/${assetId}` };
  // As ingestion does: a busy machine drops a connection that answers too late.
  await retryWithBackoff(() => rights.putAsset([{ metadata }], call()), PUT_RETRIES);
}

type Described = Pick<SourceItem, 'assetId' | 'title' | 'tags' | 'description'>;

/** Points of captioned images whose pixels nobody compares: all have the same vector. */
export async function captionedPoints(
  items: readonly Described[],
  { clients, model }: Pick<ProductStack, 'clients' | 'model'>,
): Promise<PointInput[]> {
  const captions: number[][] = [];
  for (let from = 0; from < items.length; from += TEXTS_PER_CALL) {
    const texts = items.slice(from, from + TEXTS_PER_CALL).map(captionOf);
    const { vectors } = await clients.embedding.embedTexts({ texts, areCaptions: true }, call());
    captions.push(...vectors.map(({ values }) => values));
  }
  const values = Array.from({ length: model.dimensions.image ?? 0 }, (_, at) => (at === 0 ? 1 : 0));
  return items.map(({ assetId, title, tags, description }, at) => ({
    assetId,
    contentVersion: '1',
    image: { values },
    caption: { values: captions[at] ?? [] },
    title,
    tags,
    description,
    source: assetId.split(':')[0] ?? '',
  }));
}
