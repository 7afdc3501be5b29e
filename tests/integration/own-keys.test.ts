import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SCOPES, type Scope } from '@imagesearch/gateway/keys/api-key';
import type { IssuedKey, Key, UsageByDay } from '@imagesearch/sdk';
import { Caller, faultOf, type Answer } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** Every gateway follows a revocation within this. */
const REVOKED_WITHIN_MS = 5_000;
const TOKEN = randomUUID();

const stack = await TestStack.start(undefined, { env: { OPS_TOKEN: TOKEN } });
afterAll(() => stack.stop());

describe('an account with a key of the scope account', () => {
  const callerWith = (key: string) => new Caller(stack.baseUrl, key);
  const newAccount = async (scopes: readonly Scope[] = ['account', 'search', 'usage']) => {
    const { gateway } = stack.stack;
    const account = await gateway.accounts().ensure({ name: randomUUID(), plan: 'custom', billingDay: 1 });
    const own = await gateway.keys().create(account.id, { environment: 'live', name: 'manager', scopes });
    const byOperator = async (more: { scopes: readonly Scope[] }) =>
      gateway.keys().create(account.id, { environment: 'live', ...more });
    return { account, id: own.key_id, key: own.key, caller: callerWith(own.key), byOperator };
  };
  const make = async (caller: Caller, body: object) => {
    const { status, body: made } = await caller.post('/v1/keys', body);
    expect({ status, made }).toMatchObject({ status: 201 });
    return made as IssuedKey;
  };
  const listed = async (caller: Caller) => ((await caller.get('/v1/keys')).body as { keys: Key[] }).keys;
  const revoke = (caller: Caller, id: string) => caller.send('DELETE', `/v1/keys/${id}`, undefined);
  const rename = (caller: Caller, id: string, name: string) =>
    caller.send('PATCH', `/v1/keys/${id}`, JSON.stringify({ name }), { 'Content-Type': 'application/json' });
  const rotate = (caller: Caller, id: string, body: object = {}) =>
    caller.post(`/v1/keys/${id}/rotate`, body);

  /** Waits as long as a revocation may take, and no longer. */
  async function untilRefused(key: string): Promise<void> {
    const endsAt = Date.now() + REVOKED_WITHIN_MS;
    let answer: Answer;
    do {
      answer = await callerWith(key).get('/v1/warm');
      if (answer.status !== 401) await sleep(100);
    } while (answer.status !== 401 && Date.now() < endsAt);
    expect(faultOf(answer)).toMatchObject({ status: 401, type: 'auth_invalid' });
  }

  async function auditOf(accountName: string) {
    const response = await fetch(`${stack.stack.gateway.opsUrl()}/operator/read-audit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ limit: 1_000 }),
    });
    const { facts } = (await response.json()) as {
      facts: { actor: string; operation: string; input: { account?: string }; outcome: string }[];
    };
    return facts.filter(({ input }) => input.account === accountName);
  }

  it('makes a key that works within its scopes, bounds and expiry, and shows it once', async () => {
    const { caller } = await newAccount();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await make(caller, {
      name: 'shop',
      scopes: ['search'],
      expires_at,
      bounds: { sources: ['nobody'] },
    });
    expect(made).toMatchObject({ key: expect.stringMatching(/^isk_live_/), scopes: ['search'], expires_at });
    expect((await callerWith(made.key).search({ query: 'ball' })).results).toEqual([]);
    expect(faultOf(await callerWith(made.key).get('/v1/usage'))).toMatchObject({ type: 'scope_missing' });
    const answer = await caller.get('/v1/keys');
    expect(answer.text).not.toContain(made.key);
    expect(await listed(caller)).toMatchObject([
      { name: 'manager' },
      { key_id: made.key_id, name: 'shop', prefix: made.key.slice(0, 14), bounds: { sources: ['nobody'] } },
    ]);
    const renamed = await rename(caller, made.key_id, '  shop window ');
    expect(renamed).toMatchObject({ status: 200, body: { key_id: made.key_id, name: 'shop window' } });
    expect((await listed(caller)).map(({ name }) => name)).toEqual(['manager', 'shop window']);
  });

  it.each(['account', 'ingest'] as const)('cannot get a new key that has the scope %s', async (scope) => {
    const { account, caller, byOperator } = await newAccount(SCOPES);
    const strong = await byOperator({ scopes: ['search', scope] });
    expect(faultOf(await rotate(caller, strong.key_id))).toMatchObject({ status: 403, type: 'key_refused' });
    expect(await listed(caller)).toHaveLength(2);
    expect(await auditOf(account.name)).toMatchObject([
      { operation: 'rotate-key', outcome: expect.stringContaining('Only the operator rotates') },
    ]);
  });

  it('revokes any key but another that manages the account, and then itself', async () => {
    const { id, key, caller, byOperator } = await newAccount();
    const other = await byOperator({ scopes: ['account'] });
    for (const refused of [await revoke(caller, other.key_id), await rename(caller, other.key_id, 'mine')])
      expect(faultOf(refused)).toMatchObject({ status: 403, type: 'key_refused' });
    const adding = await byOperator({ scopes: ['ingest'] });
    expect((await callerWith(adding.key).get('/v1/warm')).status).toBe(200);
    expect((await revoke(caller, adding.key_id)).status).toBe(204);
    await untilRefused(adding.key);
    expect(faultOf(await revoke(caller, adding.key_id))).toMatchObject({
      status: 404,
      type: 'key_not_found',
    });
    expect((await revoke(caller, id)).status).toBe(204);
    await untilRefused(key);
    expect((await listed(callerWith(other.key))).map(({ key_id }) => key_id)).toEqual([other.key_id]);
  });

  it('has every action on record under the key that did it, and no key in it', async () => {
    const { account, key, caller } = await newAccount();
    const made = await make(caller, { name: 'shop' });
    const { body: rotated } = await rotate(caller, made.key_id);
    await rename(caller, made.key_id, 'old shop');
    await revoke(caller, made.key_id);
    const rows = await auditOf(account.name);
    const actor = `key ${key.slice(0, 14)}`;
    expect(rows).toMatchObject([
      { actor, operation: 'create-key', input: { name: 'shop', bounds: null }, outcome: 'done' },
      { actor, operation: 'rotate-key', input: { key_id: made.key_id, grace_s: 86_400 }, outcome: 'done' },
      { actor, operation: 'rename-key', input: { key_id: made.key_id, name: 'old shop' }, outcome: 'done' },
      { actor, operation: 'revoke-key', input: { key_id: made.key_id }, outcome: 'done' },
    ]);
    for (const secret of [key, made.key, (rotated as IssuedKey).key])
      expect(JSON.stringify(rows)).not.toContain(secret.slice(14));
  });

  it('sees what each key cost on each day, which adds up to what was charged', async () => {
    const { id, caller } = await newAccount();
    const shop = await make(caller, { name: '=HYPERLINK("http://x","y"), shop', scopes: ['search'] });
    await callerWith(shop.key).search({ query: 'ball', k: 5 });
    await callerWith(shop.key).search({ query: 'cone', k: 5 });
    await caller.search({ query: 'ball', k: 5 });

    const { body } = await caller.get('/v1/usage/days');
    const { days, to } = body as UsageByDay;
    expect(days.map(({ key_id }) => key_id)).toEqual([id, shop.key_id]);
    expect(days).toMatchObject([
      { date: to, key_name: 'manager', searches: 1, credits: 1 },
      { date: to, key_name: shop.name, searches: 2, failed: 0, credits: 2 },
    ]);
    const { credits } = await caller.usage();
    expect(days.reduce((sum, day) => sum + day.credits, 0)).toBe(credits.used);

    const csv = await caller.get('/v1/usage/days?days=90', { Accept: 'text/csv' });
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const [head, , row] = csv.text.split('\r\n');
    expect(head).toBe('date,key_id,key_name,key_prefix,searches,failed,credits');
    expect(row).toContain(`,"'=HYPERLINK(""http://x"",""y""), shop",${shop.prefix},`);
  });
});
