import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AssetMetadataInput, PutAssetRequestInput } from '@imagesearch/contracts/messages';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService, type RightsOverrides } from '@imagesearch/rights/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import type { DatabaseEngine, TestDatabase } from '@imagesearch/testkit/stores/databases';
import sharp from 'sharp';
import { RIGHTS_SCHEMA } from '../src/config.js';

const CHUNK_BYTES = 64 * 1024;

export const call = () => detachedCall(20_000);

/** A running service on stores of its own, and a client of it. */
export class RightsHarness {
  client!: RightsClient;
  service!: GrpcService;
  readonly #database: TestDatabase;
  readonly #overrides: RightsOverrides;
  readonly #env: Record<string, string>;
  readonly #secret = randomBytes(32).toString('hex');

  private constructor(database: TestDatabase, overrides: RightsOverrides, env: Record<string, string>) {
    this.#database = database;
    this.#env = env;
    this.#overrides = overrides;
  }

  get dataDir(): string {
    return this.#database.dir;
  }

  static async start(
    engine: DatabaseEngine,
    overrides: RightsOverrides = {},
    env: Record<string, string> = {},
  ): Promise<RightsHarness> {
    const harness = new RightsHarness(await engine.create('rights/postgres'), overrides, env);
    await harness.#open();
    return harness;
  }

  async restart(): Promise<void> {
    await this.#close();
    await this.#open();
  }

  /** Runs SQL beside the service; the embedded engine has one owner, so the service is stopped for it. */
  async sql(statement: string, values: unknown[]): Promise<void> {
    await this.#close();
    const database = await openDatabase({
      url: this.#database.url,
      embeddedDir: join(this.dataDir, 'rights/postgres'),
      ...RIGHTS_SCHEMA,
      logger: SILENT,
    });
    await database.query(statement, values).finally(database.close);
    await this.#open();
  }

  async stop(): Promise<void> {
    await this.#close();
    await this.#database.drop();
  }

  async #open(): Promise<void> {
    const { url } = this.#database;
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

/** The database of the rights service in a store of its own, with its schema. */
export function openRightsDatabase({ url, dir }: TestDatabase): Promise<Database> {
  return openDatabase({
    url,
    embeddedDir: join(dir, 'postgres'),
    ...RIGHTS_SCHEMA,
    server: { migratesAtStart: true },
    logger: SILENT,
  });
}

export const SILENT = createLogger({ service: 'rights-test', level: 'silent' });

interface Written {
  metadata: AssetMetadataInput;
  bytes: Buffer;
}

/** An image of its own, with metadata that fits it. */
export async function newImage(
  overrides: Partial<AssetMetadataInput> = {},
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Written> {
  const [width, height] = [640, 480];
  const bytes = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: `#${randomBytes(3).toString('hex')}`,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer();
  const metadata: AssetMetadataInput = {
    assetId: `testset:${randomUUID()}`,
    title: 'A heron',
    tags: ['bird', 'water'],
    description: 'A grey heron in the shallows',
    creator: 'Ada Martin',
    creatorUrl: 'https://example.org/ada',
    licenseVerbatim: 'CC BY-SA 4.0',
    provenanceUrl: 'https://example.org/heron',
    aiGenerated: false,
    delivery: 'host',
    width,
    height,
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
  };
  return { metadata, bytes };
}

export function* putRequests({
  metadata,
  bytes,
}: {
  metadata: AssetMetadataInput;
  bytes: Buffer | null;
}): Generator<PutAssetRequestInput> {
  yield { metadata };
  for (let at = 0; bytes !== null && at < bytes.byteLength; at += CHUNK_BYTES)
    yield { chunk: bytes.subarray(at, at + CHUNK_BYTES) };
}

export async function readAll(client: RightsClient, token: string) {
  let header: { contentType: string; bytes: number; contentDisposition: string; etag: string } | undefined;
  const chunks: Buffer[] = [];
  for await (const message of client.readDownload({ token }, call())) {
    if (message.header) header = { ...message.header, bytes: Number(message.header.bytes) };
    if (message.chunk) chunks.push(message.chunk);
  }
  if (!header) throw new Error('no header came');
  return { header, chunks, bytes: Buffer.concat(chunks) };
}
