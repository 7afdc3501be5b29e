import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { Account } from '../src/billing/plans.js';
import { DEFAULT_SCOPES } from '../src/keys/api-key.js';
import { AccountStore } from '../src/accounts/account-store.js';
import { ApiKeyStore, type NewKey } from '../src/keys/key-store.js';
import { openGatewayDatabase, type GatewayDatabase } from './support/gateway-database.js';

const MINUTE_MS = 60_000;
const KEY_SECRET = 's'.repeat(32);

describeOnDatabases('API keys', (engine) => {
  let database: GatewayDatabase;
  let accounts: AccountStore;
  let keys: ApiKeyStore;

  beforeAll(async () => {
    database = await openGatewayDatabase(engine);
    accounts = new AccountStore(database);
    keys = new ApiKeyStore(database, [KEY_SECRET], createLogger({ service: 'test', level: 'silent' }));
  }, 120_000);

  afterAll(async () => {
    await database.close();
  });

  const newAccount = (): Promise<Account> =>
    accounts.ensure({ name: randomUUID(), plan: 'starter', billingDay: 1 });
  const newKey = async (options: Partial<NewKey> = {}) => {
    const account = await newAccount();
    return { account, ...(await keys.create(account.id, { environment: 'live', ...options })) };
  };
  const recordOf = async (id: string) => {
    const [record] = await keys.listByIdOrPrefix(id);
    if (!record) throw new Error('there is no such key');
    return record;
  };

  it('find their account until they are revoked, by default with the scopes that need no operator and without an expiry', async () => {
    const { account, id, key } = await newKey();
    expect(await keys.findByKey(key)).toEqual({
      id,
      prefix: key.slice(0, 14),
      environment: 'live',
      account,
      scopes: [...DEFAULT_SCOPES],
      expiresAt: null,
      bounds: null,
    });
    expect(await keys.revoke(id)).toBe(true);
    expect(await keys.findByKey(key)).toBeUndefined();
    expect(await keys.revoke(id)).toBe(false);
  });

  it('work while the database cannot note their use, as with a full disk', async () => {
    const { id, key } = await newKey();
    await database.query(
      `CREATE FUNCTION gateway.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE disk_full; END $$`,
    );
    await database.query(
      'CREATE TRIGGER refuse_write BEFORE UPDATE ON gateway.api_keys EXECUTE FUNCTION gateway.refuse_write()',
    );
    try {
      expect(await keys.findByKey(key)).toMatchObject({ id });
      expect((await recordOf(id)).lastUsedAt).toBeNull();
    } finally {
      await database.query('DROP FUNCTION gateway.refuse_write() CASCADE');
    }
  });

  it('are in no column of the database', async () => {
    const { account, key } = await newKey();
    const { rows } = await database.query<{ whole: string }>(
      'SELECT row_to_json(k)::text AS whole FROM gateway.api_keys k WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.whole).not.toContain(key.slice(-20));
  });

  it('are listed by account, the oldest first, and found by id and by prefix', async () => {
    const { account, id, key } = await newKey();
    await sleep(2);
    const second = await keys.create(account.id, { environment: 'live', name: 'second' });
    expect((await keys.list(account.id)).map((record) => record.id)).toEqual([id, second.id]);
    expect((await keys.list()).length).toBeGreaterThanOrEqual(2);
    const prefix = key.slice(0, 14);
    expect((await keys.listByIdOrPrefix(prefix)).map((record) => record.id)).toContain(id);
    expect(await keys.listByIdOrPrefix('isk_none_00000')).toEqual([]);
    expect((await accounts.list()).find(({ name }) => name === account.name)).toMatchObject({ live_keys: 2 });
  });

  it('have a successor with the same properties when rotated, and work only for the grace period', async () => {
    const { id, key } = await newKey({ name: 'nightly', scopes: ['search', 'usage'] });
    const successor = await keys.rotate(id, 'test', MINUTE_MS);
    expect(await keys.findByKey(String(successor?.key))).toMatchObject({ scopes: ['search', 'usage'] });
    expect(await keys.findByKey(key)).toMatchObject({ id });
    const end = (await recordOf(id)).expiresAt?.getTime() ?? 0;
    expect(Math.abs(end - Date.now() - MINUTE_MS)).toBeLessThan(5_000);
    expect(await recordOf(String(successor?.id))).toMatchObject({
      name: 'nightly',
      replaces: id,
      expiresAt: null,
    });
  });

  it('stop at once when rotated without a grace period', async () => {
    const { id, key } = await newKey();
    const successor = await keys.rotate(id, 'test', 0);
    expect(await keys.findByKey(key)).toBeUndefined();
    expect(await keys.findByKey(String(successor?.key))).toMatchObject({ id: successor?.id });
  });

  it('expire at the same time when rotated', async () => {
    const expiresAt = new Date(Date.now() + MINUTE_MS);
    const { id } = await newKey({ expiresAt });
    const successor = await keys.rotate(id, 'test', 60 * MINUTE_MS);
    expect(await recordOf(id)).toMatchObject({ expiresAt });
    expect(await recordOf(String(successor?.id))).toMatchObject({ expiresAt });
  });

  it('have one successor when several operators rotate them at once', async () => {
    const { id } = await newKey();
    const successors = await Promise.all(Array.from({ length: 8 }, () => keys.rotate(id, 'test', MINUTE_MS)));
    expect(successors.filter((successor) => successor !== undefined)).toHaveLength(1);
    expect(await keys.rotate(id, 'test', 0)).toBeUndefined();
  });

  it('are at most a hundred live ones of an account, also when several are made at once', async () => {
    const { account, id } = await newKey();
    const ended = await keys.create(account.id, { environment: 'live' });
    await keys.revoke(ended.id);
    for (let live = 1; live < 95; live += 1) await keys.create(account.id, { environment: 'live' });
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, () => keys.create(account.id, { environment: 'live' })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'key_refused',
          message: expect.stringContaining('100 live keys'),
        });
    await expect(keys.rotate(id, 'live', MINUTE_MS)).rejects.toMatchObject({ code: 'key_refused' });
    const successor = await keys.rotate(id, 'live', 0);
    expect(await keys.findByKey(String(successor?.key))).toMatchObject({ id: successor?.id });
    expect(await keys.listLive(account.id)).toHaveLength(100);
  });

  it('have no successor when revoked', async () => {
    const { id } = await newKey();
    await keys.revoke(id);
    expect(await keys.rotate(id, 'test', MINUTE_MS)).toBeUndefined();
  });

  it('say when they were used last, to a minute, without a write for each use', async () => {
    const { id, key } = await newKey();
    expect((await recordOf(id)).lastUsedAt).toBeNull();
    const usedAt = async (ago: number): Promise<Date> => {
      const time = new Date(Date.now() - ago);
      await database.query('UPDATE gateway.api_keys SET last_used_at = $2 WHERE id = $1', [id, time]);
      return time;
    };
    const recently = await usedAt(MINUTE_MS / 2);
    await keys.findByKey(key);
    expect((await recordOf(id)).lastUsedAt).toEqual(recently);
    const before = await usedAt(MINUTE_MS);
    await keys.findByKey(key);
    expect((await recordOf(id)).lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() + MINUTE_MS);
  });
});
