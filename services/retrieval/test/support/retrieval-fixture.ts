import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import type {
  Candidate,
  DescribeIndexResponse,
  DimensionsInput,
  FiltersInput,
  PointInput,
  SearchPointsRequestInput,
  VectorInput,
} from '@imagesearch/contracts/messages';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/clients';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Engine, FreshIndex } from './engines.js';

export const MODEL = 'sha256:5f1c0a9e77d24b31';
export const DIMENSIONS = 8;
/** Of a model without sight vectors. */
export const VECTORS = { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 };

/** The service on an index of its own. */
export class RetrievalFixture {
  readonly #engine: Engine;
  #index: FreshIndex | undefined;
  #running: { service: GrpcService; client: RetrievalClient } | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get client(): RetrievalClient {
    if (this.#running === undefined) throw new Error('not started');
    return this.#running.client;
  }

  async open(): Promise<void> {
    this.#index = await this.#engine.fresh();
    await this.#start(this.#index);
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.#index?.remove();
  }

  /** Stops the service and starts another one on the same index. */
  async restart(): Promise<void> {
    await this.#stop();
    if (this.#index) await this.#start(this.#index);
  }

  async upsert(...points: PointInput[]): Promise<void> {
    await this.client.upsertPoints({ modelFingerprint: MODEL, dimensions: VECTORS, points }, call());
  }

  async candidates(request: SearchPointsRequestInput): Promise<Candidate[]> {
    const asked = { modelFingerprint: MODEL, limit: 100, ...request };
    return (await this.client.searchPoints(asked, call())).candidates;
  }

  /** Ids of the answer, best first. */
  async search(request: SearchPointsRequestInput): Promise<string[]> {
    return idsOf(await this.candidates(request));
  }

  async delete(...assetIds: string[]): Promise<void> {
    await this.client.deletePoints({ assetIds }, call());
  }

  /** Content versions of those that are indexed, by asset id. */
  async versions(...assetIds: string[]): Promise<Record<string, string>> {
    return (await this.client.getPointVersions({ assetIds }, call())).contentVersions;
  }

  async optimize(): Promise<void> {
    await this.client.optimizeIndex({}, call());
  }

  describe(): Promise<DescribeIndexResponse> {
    return this.client.describeIndex({}, call());
  }

  /** Names of the tables or collections that exist. */
  async collections(): Promise<string[]> {
    return (await this.#index?.collections()) ?? [];
  }

  async #start({ config }: FreshIndex): Promise<void> {
    const service = createRetrievalService(config);
    await service.start();
    this.#running = { service, client: createRetrievalClient(service.address) };
  }

  async #stop(): Promise<void> {
    this.#running?.client.close();
    await this.#running?.service.close();
  }
}

/** One for each test of the suite. */
export function retrievalForEach(engine: Engine): RetrievalFixture {
  const retrieval = new RetrievalFixture(engine);
  beforeEach(() => retrieval.open());
  afterEach(() => retrieval.close());
  return retrieval;
}

/** One for the whole suite. */
export function retrievalForAll(engine: Engine): RetrievalFixture {
  const retrieval = new RetrievalFixture(engine);
  beforeAll(() => retrieval.open());
  afterAll(() => retrieval.close());
  return retrieval;
}

export function call(): CallContext {
  return detachedCall(20_000);
}

/** An image about which as little as possible is known. */
export function point(assetId: string, rest: PointInput = {}): PointInput {
  return {
    assetId,
    contentVersion: 'v1',
    image: towards(0),
    title: '',
    source: assetId.slice(0, assetId.indexOf(':')),
    ...rest,
  };
}

/** The same point with the vectors and signals that are indexed. */
export function onVectors(of: PointInput): PointInput {
  return {
    ...of,
    image: null,
    caption: null,
    sight: null,
    signals: null,
    localFeatures: '',
    keepsVectors: true,
  };
}

interface RebuiltModel {
  modelFingerprint: string;
  dimensions: DimensionsInput;
}

/** Fills an index of the same model with these points on the vectors of the present one, and publishes it. */
export async function rebuildOnVectors(
  { client }: Pick<RetrievalFixture, 'client'>,
  points: readonly PointInput[],
  { onStart = () => undefined, ...model }: Partial<RebuiltModel> & { onStart?: () => void } = {},
): Promise<void> {
  const request = { modelFingerprint: MODEL, dimensions: VECTORS, ...model };
  const { rebuildId } = await client.startRebuild(request, call());
  onStart();
  await client.upsertPoints({ ...request, rebuildId, points: points.map(onVectors) }, call());
  await client.publishRebuild({ rebuildId }, detachedCall(REBUILD_TIMEOUT_MS));
}

const REBUILD_TIMEOUT_MS = 60_000;

/** A unit vector that turns away from the first axis, and from every smaller angle, as `degrees` grow to 180. */
export function towards(degrees: number): { values: number[] } {
  const radians = (degrees * Math.PI) / 180;
  return {
    values: [Math.cos(radians), Math.sin(radians), ...Array.from({ length: DIMENSIONS - 2 }, () => 0)],
  };
}

export function byImage(filters: FiltersInput = {}): SearchPointsRequestInput {
  return { ...by({ image: towards(0) }), filters };
}

/** Query vectors against the points' vectors of the same kind, in lists of the same name. */
export function by(vectors: Partial<Record<keyof typeof TARGETS, VectorInput>>, weight?: number) {
  return {
    vectors: Object.entries(vectors).map(([name, vector]) => ({
      name,
      target: TARGETS[name as keyof typeof TARGETS],
      vector,
      ...(weight !== undefined && { weight }),
    })),
  };
}

const TARGETS = { image: 'TARGET_IMAGE', caption: 'TARGET_CAPTION', sight: 'TARGET_SIGHT' } as const;

export const idsOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ assetId }) => assetId);
