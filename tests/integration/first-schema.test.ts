import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { displayPrefix, hashKey, mintKey } from '@imagesearch/gateway/keys/api-key';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import { GATEWAY_SCHEMA } from '@imagesearch/gateway/stores';
import { startStack, type Stack } from '@imagesearch/local-stack/stack';
import { RIGHTS_SCHEMA } from '@imagesearch/rights/config';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { Caller } from '@imagesearch/testkit/stack/caller';
import {
  EMBEDDED_POSTGRES,
  type DatabaseEngine,
  type TestDatabase,
} from '@imagesearch/testkit/stores/databases';

const FIRST = '0001_initial.sql';
const SCHEMAS = { gateway: GATEWAY_SCHEMA, rights: RIGHTS_SCHEMA } as const;
const STARTER_CREDITS = 5_000;
const USED = 12;

// A migration that loses or misreads what an installation holds fails here, before anybody updates.
describe('embedded stores of the first schema', () => describeUpdate(EMBEDDED_POSTGRES));
describeWith(ENGINES.postgres, 'a server of the first schema', describeUpdate);

function describeUpdate(engine: DatabaseEngine): void {
  const secret = randomUUID();
  const key = mintKey('live');
  let home: TestDatabase;
  let stack: Stack;
  let caller: Caller;
  let clients: IngestClients;

  beforeAll(async () => {
    home = await engine.create('gateway/postgres');
    await filled('gateway', (database) => fillGateway(database, key, secret));
    await filled('rights', fillRights);
    const DATABASE_URL = home.url ?? '';
    const env = { DATA_DIR: home.dir, DATABASE_URL, KEY_SECRET: secret, DOWNLOAD_SECRET: randomUUID() };
    stack = await startStack({ env: { ...env, PORT: '0', LOG_LEVEL: 'silent' } });
    caller = new Caller(stack.gateway.baseUrl(), key);
    clients = openClients(stack.addresses);
  }, 240_000);
  afterAll(async () => {
    closeClients(clients);
    await stack.close();
    await home.drop();
  });

  /** Fills a schema as its first migration left it. */
  async function filled(
    name: keyof typeof SCHEMAS,
    fill: (database: Database) => Promise<void>,
  ): Promise<void> {
    const { schema, migrationsDir } = SCHEMAS[name];
    const first = await mkdtemp(join(tmpdir(), 'imagesearch-first-schema-'));
    await copyFile(join(migrationsDir, FIRST), join(first, FIRST));
    const embeddedDir = join(home.dir, name, 'postgres');
    await mkdir(embeddedDir, { recursive: true });
    const database = await openDatabase({
      ...{ url: home.url, embeddedDir, schema, migrationsDir: first },
      server: { migratesAtStart: true },
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    await fill(database);
    await database.close();
    await rm(first, { recursive: true });
  }

  it('keep keys, and what their account has used of its plan', async () => {
    expect(await caller.get('/v1/usage')).toMatchObject({
      status: 200,
      body: {
        plan: 'starter',
        credits: { granted: STARTER_CREDITS, used: USED, remaining: STARTER_CREDITS - USED },
        searches: [{ query_id: 'q_old', credits_charged: USED }],
      },
    });
    expect(await caller.get('/v1/collection')).toMatchObject({ status: 200, body: { uploads: null } });
  });

  it('keep assets with their rights, and what was withdrawn', async () => {
    expect(await caller.get('/v1/asset/old:1')).toMatchObject({
      status: 200,
      body: {
        title: 'Lighthouse at dusk',
        tags: ['sea', 'night'],
        license: 'cc-by-4.0',
        rights: { commercial: true, attribution_required: true, attribution: 'Lighthouse by Ada, CC BY 4.0' },
        provenance: { evidence: null, statements: [] },
        training: null,
      },
    });
    expect(await caller.get('/v1/asset/old:2')).toMatchObject({ status: 404 });
    const { events } = await clients.rights.listAssetEvents({ assetId: 'old:2' }, detachedCall(10_000));
    expect(events).toMatchObject([{ state: 'ASSET_STATE_WITHDRAWN', actor: 'Ada', reason: 'asked to' }]);
  });

  it('record what happens from then on', async () => {
    const call = () => detachedCall(10_000);
    await clients.rights.restoreAsset({ assetId: 'old:2', actor: 'Ben', reason: 'a mistake' }, call());
    const { events } = await clients.rights.listAssetEvents({ assetId: 'old:2' }, call());
    expect(events.map(({ actor }) => actor)).toEqual(['Ada', 'Ben']);
    expect(await caller.get('/v1/asset/old:2')).toMatchObject({ status: 200 });
    const account = await stack.gateway
      .accounts()
      .ensure({ name: 'Old account', plan: 'starter', billingDay: 1 });
    const scopes = ['usage', 'account'] as const;
    const { key: added } = await stack.gateway.keys().create(account.id, { environment: 'live', scopes });
    const manager = new Caller(stack.gateway.baseUrl(), added);
    expect(await manager.get('/v1/usage')).toMatchObject({ body: { credits: { used: USED } } });
    expect(await manager.get('/v1/usage/days')).toMatchObject({
      body: { days: [{ key_id: null, key_name: null, searches: 1, failed: 0, credits: USED }] },
    });
  });
}

async function fillGateway(database: Database, key: string, secret: string): Promise<void> {
  const account = randomUUID();
  await database.query(
    `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at)
     VALUES ($1, 'Old account', 'starter', 1, now())`,
    [account],
  );
  await database.query(
    `INSERT INTO gateway.api_keys (id, account_id, key_hash, prefix, created_at, name, scopes)
     VALUES ($1, $2, $3, $4, now(), 'default', '{search,similar,asset,usage}')`,
    [randomUUID(), account, hashKey(key, secret), displayPrefix(key)],
  );
  await database.query(
    `INSERT INTO gateway.credit_wallets (account_id, period_start, period_end, plan_credits, plan_available, plan_charged, charged)
     VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
             (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC', $2, $3, $4, $4)`,
    [account, STARTER_CREDITS, STARTER_CREDITS - USED, USED],
  );
  await database.query(
    `INSERT INTO gateway.credit_ledger (account_id, period_start, kind, plan_delta, charged, created_at)
     SELECT account_id, period_start, kind, delta, charge, now() FROM gateway.credit_wallets,
       (VALUES ('grant', $1::int, 0), ('reserve', -$2::int, 0), ('settle', 0, $2::int)) AS moved (kind, delta, charge)`,
    [STARTER_CREDITS, USED],
  );
  await database.query(
    `INSERT INTO gateway.queries (query_id, account_id, endpoint, status, asset_ids, charged, created_at)
     VALUES ('q_old', $1, 'search', 'answered', '{old:1}', $2, now())`,
    [account, USED],
  );
}

async function fillRights(database: Database): Promise<void> {
  for (const [id, title, state] of [
    ['old:1', 'Lighthouse at dusk', 'active'],
    ['old:2', 'A withdrawn one', 'withdrawn'],
  ])
    await database.query(
      `INSERT INTO rights.assets (asset_id, source, state, title, tags, description, creator, ai_generated, license,
         license_verbatim, commercial, derivatives, share_alike, attribution_required, attribution, provenance_url, delivery,
         link_url, width, height, format, signals, content_version, fingerprint)
       VALUES ($1, 'old', $2, $3, '{sea,night}', '', 'Ada', false, 'cc-by-4.0', 'CC BY 4.0', true, true, false, true,
         'Lighthouse by Ada, CC BY 4.0', 'https://example.org/1', 'link', 'https://example.org/1.jpg', 640, 480, 'jpeg', '{}',
         '1', 'f')`,
      [id, state, title],
    );
  await database.query(
    `INSERT INTO rights.asset_events (asset_id, state, actor, reason) VALUES ('old:2', 'withdrawn', 'Ada', 'asked to')`,
  );
}
