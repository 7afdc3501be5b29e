import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type {
  AssetMetadataInput,
  CreateDownloadRequestInput,
  PutAssetRequestInput,
} from '@imagesearch/contracts/messages';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/clients';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService, type RightsOverrides } from '@imagesearch/rights/service';
import { ImageOpener } from '@imagesearch/image-files/open-image';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import type { DatabaseEngine, TestDatabase } from '@imagesearch/testkit/stores/databases';
import sharp, { type Sharp } from 'sharp';
import { openFileBlobStore } from '../src/blobs/file-blob-store.js';
import { RIGHTS_SCHEMA } from '../src/config.js';
import type { RightsParts } from '../src/rpc.js';
import { createParts } from '../src/service.js';
import { metadataSchema } from '../src/metadata-schema.js';
import { checked } from '../src/wire.js';

const CHUNK_BYTES = 64 * 1024;

export const call = () => detachedCall(20_000);

type Variant = NonNullable<CreateDownloadRequestInput['variant']>;

/** Who changes the state of an asset, and why. */
export const WHO = { actor: 'ops@example.org', reason: 'The photographer asked for it, case 17.' };

/** A running service on stores of its own, and a client of it. */
export class RightsHarness {
  client!: RightsClient;
  service!: GrpcService;
  #database: TestDatabase | undefined;
  readonly #engine: DatabaseEngine;
  readonly #overrides: RightsOverrides;
  readonly #env: Record<string, string>;
  readonly #secret = randomBytes(32).toString('hex');

  constructor(engine: DatabaseEngine, overrides: RightsOverrides = {}, env: Record<string, string> = {}) {
    this.#engine = engine;
    this.#overrides = overrides;
    this.#env = env;
  }

  get dataDir(): string {
    return this.#stores.dir;
  }

  get #stores(): TestDatabase {
    if (this.#database === undefined) throw new Error('not started');
    return this.#database;
  }

  async start(): Promise<void> {
    this.#database = await this.#engine.create('rights/postgres');
    await this.#open();
  }

  async restart(): Promise<void> {
    await this.#close();
    await this.#open();
  }

  /** Runs SQL beside the service; the embedded engine has one owner, so the service is stopped for it. */
  async sql(statement: string, values: unknown[]): Promise<void> {
    await this.#close();
    const database = await openDatabase({
      url: this.#stores.url,
      embeddedDir: join(this.dataDir, 'rights/postgres'),
      ...RIGHTS_SCHEMA,
      logger: SILENT,
    });
    await database.query(statement, values).finally(database.close);
    await this.#open();
  }

  async stop(): Promise<void> {
    await this.#close();
    await this.#stores.drop();
  }

  async put(metadata: AssetMetadataInput, bytes: Buffer | null) {
    return this.client.putAsset(putRequests(await firstOf({ metadata, bytes }), bytes), call());
  }

  /** A new image, ingested. */
  async taken(...of: Parameters<typeof newImage>): Promise<NewImage> {
    const image = await newImage(...of);
    await this.put(image.metadata, image.bytes);
    return image;
  }

  async get(...assetIds: string[]) {
    return (await this.client.getAssets({ assetIds }, call())).assets;
  }

  withdraw(assetId: string, who = WHO) {
    return this.client.changeAssetState({ assetId, state: 'ASSET_STATE_WITHDRAWN', ...who }, call());
  }

  restore(assetId: string, who = WHO) {
    return this.client.changeAssetState({ assetId, state: 'ASSET_STATE_ACTIVE', ...who }, call());
  }

  async events(assetId: string) {
    return (await this.client.listAssetEvents({ assetId }, call())).events;
  }

  async download(assetId: string, variant: Variant) {
    const { downloads } = await this.client.createDownload({ assetIds: [assetId], variant }, call());
    return { ...downloads[0] };
  }

  async read(token: string | undefined) {
    const messages = [];
    const reading = this.client.readDownload({ token: String(token) }, call());
    for await (const message of reading) messages.push(message);
    const headers = messages.find(({ head }) => head)?.head?.headers;
    if (!headers) throw new Error('no head came');
    const chunks = messages.flatMap(({ chunk }) => chunk ?? []);
    return { headers, chunks, bytes: Buffer.concat(chunks) };
  }

  /** The file behind the address that an asset has now. */
  async file(assetId: string, variant: Variant) {
    return this.read((await this.download(assetId, variant)).token);
  }

  async #open(): Promise<void> {
    const { url } = this.#stores;
    const config = loadConfig({
      RIGHTS_LISTEN: '127.0.0.1:0',
      DATA_DIR: this.dataDir,
      ...this.#env,
      ...(url === undefined
        ? {}
        : { DATABASE_URL: url, DOWNLOAD_SECRET: this.#secret, MIGRATE_AT_START: 'true' }),
    });
    this.service = createRightsService(config, { logger: SILENT, ...this.#overrides });
    await this.service.start();
    this.client = createRightsClient(this.service.address);
  }

  async #close(): Promise<void> {
    this.client.close();
    await this.service.close();
  }
}

/** One for the whole suite. */
export function rightsForAll(engine: DatabaseEngine, overrides?: RightsOverrides): RightsHarness {
  const rights = new RightsHarness(engine, overrides);
  beforeAll(() => rights.start());
  afterAll(() => rights.stop());
  return rights;
}

/** The parts of the service on a database and a folder of the suite, without gRPC. */
export function partsForAll(engine: DatabaseEngine, others: { now?: () => number } = {}) {
  const suite = {} as { parts: RightsParts; database: Database; blobDir: string };
  let store: TestDatabase;
  beforeAll(async () => {
    store = await engine.create();
    const blobDir = join(store.dir, 'blobs');
    const database = await openDatabase({
      url: store.url,
      embeddedDir: join(store.dir, 'postgres'),
      ...RIGHTS_SCHEMA,
      server: { migratesAtStart: true },
      logger: SILENT,
    });
    const blobs = await openFileBlobStore(blobDir);
    const secret = { downloadSecret: 's'.repeat(32), now: Date.now };
    Object.assign(suite, {
      database,
      blobDir,
      parts: createParts({ database, blobs, ...secret, ...others }),
    });
  });
  afterAll(async () => {
    await suite.database.close();
    await store.drop();
  });
  return suite;
}

/** Ingests an image without gRPC. */
export async function ingestInto(
  { ingestAsset }: RightsParts,
  { metadata, bytes }: Omit<NewImage, 'assetId'>,
): ReturnType<RightsParts['ingestAsset']> {
  const thumbnails = await thumbnailsOf(bytes);
  const description = checked(metadataSchema, { signals: null, provenance: null, facts: null, ...metadata });
  return ingestAsset(description, { file: bytes, ingested: null, givenSha256: null, thumbnails }, call());
}

const NONE = Buffer.alloc(0);

export const SILENT = createLogger({ service: 'rights-test', level: 'silent' });

export interface NewImage {
  assetId: string;
  metadata: AssetMetadataInput;
  bytes: Buffer;
}

/** An image of its own, or of these bytes, with metadata that fits it. */
export async function newImage(
  overrides: Partial<AssetMetadataInput> = {},
  file?: Buffer,
): Promise<NewImage> {
  const bytes = file ?? (await drawing().png().toBuffer());
  const { autoOrient, format } = await sharp(bytes).metadata();
  const assetId = overrides.assetId ?? `testset:${randomUUID()}`;
  const metadata: AssetMetadataInput = {
    title: 'A heron',
    tags: ['bird', 'water'],
    description: 'A grey heron in the shallows',
    creator: 'Ada Martin',
    creatorUrl: 'https://example.org/ada',
    licenseVerbatim: 'CC BY-SA 4.0',
    provenanceUrl: 'https://example.org/heron',
    aiGenerated: false,
    delivery: 'host',
    width: autoOrient.width,
    height: autoOrient.height,
    format,
    signals: {
      luminance: 0.5,
      monochrome: false,
      palette: ['#102030'],
      paletteShares: [1],
      negSpace: ['left'],
      shows: [{ name: 'dock', confidence: 0.75 }],
      faces: 0,
      aspect: 1.333,
    },
    contentVersion: 'v1',
    ...overrides,
    assetId,
  };
  return { assetId, metadata, bytes };
}

/** Grain on a colour of its own. */
export function drawing(width = 640, height = 480): Sharp {
  const background = `#${randomBytes(3).toString('hex')}`;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise } });
}

const images = new ImageOpener({ processes: 1, memoryMib: 848, idleMs: 1_000 });

/** As ingestion makes them; of a file that no ingestion takes, those of another one. */
async function thumbnailsOf(bytes: Buffer): Promise<Buffer[]> {
  const { thumbnails } = await images
    .stored(bytes, { cutsPlace: false }, { call: detachedCall(60_000), timeoutMs: 60_000 })
    .catch(async () => ({ thumbnails: [await drawing(400, 300).webp().toBuffer()] }));
  return thumbnails;
}

/** The first message of an image. */
export async function firstOf({
  metadata,
  bytes,
}: {
  metadata: AssetMetadataInput;
  bytes: Buffer | null;
}): Promise<PutAssetRequestInput> {
  const [thumbnail = NONE, largeThumbnail = NONE] = bytes === null ? [] : await thumbnailsOf(bytes);
  return { metadata, thumbnail, largeThumbnail };
}

export function* putRequests(
  first: PutAssetRequestInput,
  bytes: Buffer | null,
): Generator<PutAssetRequestInput> {
  yield first;
  for (let at = 0; bytes !== null && at < bytes.byteLength; at += CHUNK_BYTES)
    yield { chunk: bytes.subarray(at, at + CHUNK_BYTES) };
}
