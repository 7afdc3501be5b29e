import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { AccountStore } from '../src/accounts/account-store.js';
import { FileAddresses, newQueryId } from '../src/assets/file-addresses.js';
import { loadConfig } from '../src/config.js';
import { ApiKeyStore } from '../src/keys/key-store.js';
import type { KeySecrets } from '../src/keys/api-key.js';
import { McpSessions } from '../src/mcp/sessions.js';
import { CursorSeal, type Place } from '../src/search/page.js';
import { databaseForAll } from './support/gateway-database.js';

const OLD = 'o'.repeat(32);
const NEXT = 'n'.repeat(32);

const PLACE: Place = {
  requestHash: Buffer.from('request'),
  poolSize: 100,
  ceiling: 1,
  seen: new Set(),
  expiresAt: new Date(Date.now() + 60_000),
};

describeOnDatabases('two key secrets at a time', (engine) => {
  const database = databaseForAll(engine);
  let account: string;
  const logger = createLogger({ service: 'test', level: 'silent' });
  const keysUnder = (...secrets: KeySecrets) => new ApiKeyStore(database, secrets, logger);

  beforeAll(async () => {
    const created = await new AccountStore(database).create({ name: 'a', plan: 'free', billingDay: 1 });
    account = created?.id ?? '';
  });

  it('keys of either secret work, and new ones are made with the first', async () => {
    const old = await keysUnder(OLD).create(account, { environment: 'live' });
    const both = keysUnder(OLD, NEXT);
    const made = await both.create(account, { environment: 'live' });
    const ahead = await keysUnder(NEXT).create(account, { environment: 'live' });
    for (const { key, key_id: id } of [old, made, ahead])
      expect(await both.findByKey(key)).toMatchObject({ id, account: { id: account } });
    expect(await keysUnder(OLD).findByKey(made.key)).toMatchObject({ id: made.key_id });
  });

  it('a key that was used while its successor came first outlives the old secret, and an unused one does not', async () => {
    const [used, unused] = [
      await keysUnder(OLD).create(account, { environment: 'live' }),
      await keysUnder(OLD).create(account, { environment: 'live' }),
    ];
    const during = keysUnder(NEXT, OLD);
    // A gateway that has not learned of the change of order yet looks the key up too.
    const others = Array.from({ length: 20 }, () => during.findByKey(used.key));
    for (const found of await Promise.all(others)) expect(found?.id).toBe(used.key_id);
    expect((await keysUnder(OLD, NEXT).findByKey(used.key))?.id).toBe(used.key_id);
    await during.findByKey(used.key);

    const after = keysUnder(NEXT);
    expect((await after.findByKey(used.key))?.id).toBe(used.key_id);
    expect(await after.findByKey(unused.key)).toBeUndefined();
  });
});

describe('what gateways sign with two secrets', () => {
  it('cursors and sessions of either secret are known, and those of a third are not', () => {
    const [old, both, next] = [new CursorSeal([OLD]), new CursorSeal([NEXT, OLD]), new CursorSeal([NEXT])];
    expect(both.open(old.seal(PLACE, 'a'), 'a').poolSize).toBe(100);
    expect(next.open(both.seal(PLACE, 'a'), 'a').poolSize).toBe(100);
    expect(() => next.open(old.seal(PLACE, 'a'), 'a')).toThrow(/no cursor/);

    const session = new McpSessions([OLD]).start('key', 5);
    expect(new McpSessions([NEXT, OLD]).budgetOf(session, 'key')?.max).toBe(5);
    expect(new McpSessions([NEXT]).budgetOf(session, 'key')).toBeUndefined();
  });

  it('file addresses of either secret open', async () => {
    const opened = { asset_ids: ['one'], expires_at: new Date(Date.now() + 60_000) };
    const query = () => Promise.resolve({ rows: [opened], rowCount: 1 } as never);
    const addresses = new FileAddresses({ query }, [NEXT, OLD]);
    for (const secret of [OLD, NEXT])
      expect(await addresses.find(newQueryId(secret), 'one', new Date())).toEqual(new Set(['one']));
    expect(await addresses.find(newQueryId('x'.repeat(32)), 'one', new Date())).toBeUndefined();
  });
});

it('the configuration has one secret or two, neither of them short, and no second without a first', () => {
  const DATABASE_URL = 'postgres://user@127.0.0.1/db';
  expect(loadConfig({ DATABASE_URL, KEY_SECRET: OLD }).keySecrets).toEqual([OLD]);
  const both = loadConfig({ DATABASE_URL, KEY_SECRET: NEXT, KEY_SECRET_OTHER: OLD });
  expect(both.keySecrets).toEqual([NEXT, OLD]);
  for (const env of [{ KEY_SECRET: OLD, KEY_SECRET_OTHER: 'short' }, { KEY_SECRET_OTHER: OLD }])
    expect(() => loadConfig(env)).toThrow(/KEY_SECRET_OTHER/);
});
