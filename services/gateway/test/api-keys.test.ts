import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { DEFAULT_SCOPES } from '../src/keys/api-key.js';
import { AccountStore } from '../src/accounts/account-store.js';
import { ApiKeyStore, type NewKey } from '../src/keys/key-store.js';
import { databaseForAll } from './support/gateway-database.js';

const MINUTE_MS = 60_000;
const KEY_SECRET = 's'.repeat(32);

describeOnDatabases('API keys', (engine) => {
  const database = databaseForAll(engine);
  const accounts = new AccountStore(database);
  const keys = new ApiKeyStore(database, [KEY_SECRET], createLogger({ service: 'test', level: 'silent' }));

  const newKey = async (options: Partial<NewKey> = {}) => {
    const account = await accounts.ensure({ name: randomUUID(), plan: 'starter', billingDay: 1 });
    return { ownedBy: account, ...(await keys.create(account.id, { environment: 'live', ...options })) };
  };
  const recordOf = async (id: string) => (await keys.listByIdOrPrefix(id))[0];

  it('find their account until they are revoked, by default with the scopes that need no operator and without an expiry', async () => {
    const made = await newKey();
    expect(await keys.findByKey(made.key)).toEqual({
      id: made.key_id,
      prefix: made.key.slice(0, 14),
      environment: 'live',
      account: made.ownedBy,
      scopes: [...DEFAULT_SCOPES],
      expiresAt: null,
      bounds: null,
    });
    expect(await keys.revoke(made)).toMatchObject({ state: 'revoked', revoked_at: expect.any(Date) });
    expect(await keys.findByKey(made.key)).toBeUndefined();
    for (const change of [keys.revoke(made), keys.rotate(made, MINUTE_MS)])
      await expect(change).rejects.toMatchObject({ code: 'key_refused' });
  });

  it('work while the database cannot note their use, as with a full disk', async () => {
    const { key_id: id, key } = await newKey();
    await database.query(
      `CREATE FUNCTION gateway.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE disk_full; END $$`,
    );
    await database.query(
      'CREATE TRIGGER refuse_write BEFORE UPDATE ON gateway.api_keys EXECUTE FUNCTION gateway.refuse_write()',
    );
    try {
      expect(await keys.findByKey(key)).toMatchObject({ id });
      expect(await recordOf(id)).toMatchObject({ last_used_at: null });
    } finally {
      await database.query('DROP FUNCTION gateway.refuse_write() CASCADE');
    }
  });

  it('are in no column of the database', async () => {
    const { key_id, key } = await newKey();
    const { rows } = await database.query<{ whole: string }>(
      'SELECT row_to_json(k)::text AS whole FROM gateway.api_keys k WHERE id = $1',
      [key_id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.whole).not.toContain(key.slice(-20));
  });

  it('have a successor with the same properties when rotated, and work only for the grace period', async () => {
    const old = await newKey({ name: 'nightly', scopes: ['search', 'usage'] });
    const { issued, replaced } = await keys.rotate(old, MINUTE_MS);
    expect(await keys.findByKey(issued.key)).toMatchObject({ scopes: ['search', 'usage'] });
    expect(issued).toMatchObject({ name: 'nightly', replaces: old.key_id, expires_at: null, state: 'live' });
    expect(await keys.findByKey(old.key)).toMatchObject({ id: old.key_id });
    const end = replaced.expires_at?.getTime() ?? 0;
    expect(Math.abs(end - Date.now() - MINUTE_MS)).toBeLessThan(5_000);
  });

  it('expire at the same time when rotated', async () => {
    const expiresAt = new Date(Date.now() + MINUTE_MS);
    const { issued, replaced } = await keys.rotate(await newKey({ expiresAt }), 60 * MINUTE_MS);
    expect([issued.expires_at, replaced.expires_at]).toEqual([expiresAt, expiresAt]);
  });

  it('have one successor when several operators rotate them at once', async () => {
    const old = await newKey();
    const rotations = await Promise.allSettled(Array.from({ length: 8 }, () => keys.rotate(old, MINUTE_MS)));
    expect(rotations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are at most a hundred live ones of an account, also when several are made at once', async () => {
    const { ownedBy: account, ...first } = await newKey();
    const create = () => keys.create(account.id, { environment: 'live' });
    await keys.revoke(await create());
    for (let live = 1; live < 95; live += 1) await create();
    const made = await Promise.allSettled(Array.from({ length: 20 }, create));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'key_refused',
          message: expect.stringContaining('100 live keys'),
        });
    await expect(keys.rotate(first, MINUTE_MS)).rejects.toMatchObject({ code: 'key_refused' });
    const { issued } = await keys.rotate(first, 0);
    expect(await keys.findByKey(issued.key)).toMatchObject({ id: issued.key_id });
    expect(await keys.listLive(account.id)).toHaveLength(100);
  });

  it('say when they were used last, to a minute, without a write for each use', async () => {
    const { key_id: id, key, last_used_at: unused } = await newKey();
    expect(unused).toBeNull();
    const usedAt = async (ago: number): Promise<Date> => {
      const time = new Date(Date.now() - ago);
      await database.query('UPDATE gateway.api_keys SET last_used_at = $2 WHERE id = $1', [id, time]);
      return time;
    };
    const recently = await usedAt(MINUTE_MS / 2);
    await keys.findByKey(key);
    expect((await recordOf(id))?.last_used_at).toEqual(recently);
    const before = await usedAt(MINUTE_MS);
    await keys.findByKey(key);
    expect((await recordOf(id))?.last_used_at?.getTime()).toBeGreaterThanOrEqual(
      before.getTime() + MINUTE_MS,
    );
  });
});
