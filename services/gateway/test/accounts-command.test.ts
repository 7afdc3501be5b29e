import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carryOut } from '@imagesearch/service-kit/process/command';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { createProgram } from '../src/accounts/cli.js';
import { performOnStores, type OpenedOperatorStores } from '../src/accounts/transport.js';
import { loadConfig } from '../src/config.js';
import { openOperatorStores } from '../src/stores.js';

const dir = folderOfSuite();
let operator: OpenedOperatorStores;
beforeAll(async () => {
  operator = await openOperatorStores(loadConfig({ DATA_DIR: dir }));
}, 60_000);
afterAll(() => operator.close());

/** One command, on stores that stay open for the next. */
async function run(line: string) {
  const printed = { out: [] as string[], err: [] as string[] };
  const outputs = {
    out: (text: string) => printed.out.push(text),
    err: (text: string) => printed.err.push(text),
  };
  const perform = performOnStores(() => Promise.resolve({ ...operator, close: () => Promise.resolve() }));
  const status = await carryOut(createProgram(perform, outputs), line.split(' '), { outputs });
  return { status, out: printed.out.join('\n'), err: printed.err.join('\n') };
}

async function json(line: string): Promise<Record<string, unknown>> {
  const { status, out, err } = await run(`${line} --json`);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}

it.each([
  ['create --name x', 2, /--plan/],
  ['create --plan free', 2, /--name/],
  ['create --name x --plan free --billing-day 32', 2, /1 to 31/],
  ['create --name x --plan gold', 1, /no plan "gold"/],
  ['frobnicate', 2, /unknown command 'frobnicate'/],
  ['plan nobody free', 1, /no account "nobody"/],
  ['usage nobody', 1, /no account "nobody"/],
  ['keys create acme --scopes search,fly', 2, /"search"\|"similar"/],
  ['keys create acme --expires 2027-02-30', 2, /no such day/],
  ['keys create acme --expires 2001-01-01', 2, /day is over/],
  ['keys create acme --usable-for fun', 2, /Unrecognized key|fun/],
  ['keys rotate', 2, /missing required argument 'key_id'/],
  ['keys rotate x --grace 1w', 2, /duration such as/],
  ['keys revoke isk_live_nobod', 1, /no key "isk_live_nobod"/],
  ['webhooks create acme --url https://127.0.0.1/', 2, /public https address/],
  ['webhooks delete 7', 2, /Invalid UUID/],
  ['webhooks delete 00000000-0000-4000-8000-000000000000', 1, /no webhook 0/],
  ['webhooks retry 00000000-0000-4000-8000-000000000000', 1, /no dead letter 0/],
  ['credits grant acme 0', 2, /1 to 10000000/],
  ['credits grant boundless 5', 1, /no limit/],
  ['credits pack acme', 1, /sold on the plans scale, custom/],
])('"%s" ends with status %i and says why', async (line, expected, complaint) => {
  for (const [name, plan] of [
    ['acme', 'starter'],
    ['boundless', 'custom'],
  ] as const)
    await operator.accounts.ensure({ name, plan, billingDay: 1 });
  const { status, out, err } = await run(line);
  expect({ status, out }).toEqual({ status: expected, out: '' });
  expect(err).toMatch(complaint);
});

describe('an account', () => {
  it('is made with a key alone on standard output, and whose it is on standard error', async () => {
    const { status, out, err } = await run('create --name new --plan starter --billing-day 31');
    expect(status).toBe(0);
    expect(out).toMatch(/^isk_live_[A-Za-z0-9-]{40}$/);
    expect(err).toContain('new');
    expect(err).not.toContain(out);
    expect(await operator.keys.findByKey(out)).toMatchObject({
      account: { name: 'new', plan: 'starter', billingDay: 31 },
    });
    expect((await run('list')).out).toMatch(/│ new +│ starter +│ 31 +│ [-\d: ]+Z +│ 1 +│/);
    expect(await json('list')).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ name: 'new', plan: 'starter', billing_day: 31, live_keys: 1 }),
      ]),
    });

    const again = await run('create --name new --plan free');
    expect(again).toMatchObject({ status: 1, out: '' });
    expect(again.err).toContain('There is an account "new" already');
    expect(await json('plan new scale')).toMatchObject({ plan: 'scale', previous_plan: 'starter' });
    expect(await operator.accounts.findByName('new')).toMatchObject({ plan: 'scale' });
  });

  it('gets credits for the present period, and packs on the plans that may buy them', async () => {
    await run('create --name granted --plan scale --billing-day 1');
    expect(await json('credits grant granted 250')).toMatchObject({ granted: 250, remaining: 75_250 });
    expect(await json('credits pack granted --count 2')).toMatchObject({
      ...{ added: 20_000, usd: 80, packs: 20_000 },
    });
    expect(await json('usage granted')).toMatchObject({
      plan: 'scale',
      credits: { granted: 75_250, used: 0, reserved: 0, remaining: 95_250, packs: 20_000 },
    });
    const { out } = await run('usage granted');
    for (const text of ['granted', 'scale', '95250']) expect(out).toContain(text);
  });
});

describe('accounts keys', () => {
  it('are made with a name, scopes and an end of their own, and listed without the key', async () => {
    await run('create --name several --plan pro');
    const made = await json(
      'keys create several --name ci --scopes asset,search --expires 2099-12-31 --env test',
    );
    expect(made).toMatchObject({
      ...{ account: 'several', name: 'ci', scopes: ['asset', 'search'], state: 'live' },
      expires_at: '2100-01-01T00:00:00.000Z',
    });
    expect(made['key']).toMatch(/^isk_test_/);
    const { keys } = await json('keys list several');
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain(made['key']);
  });

  it('are bound to collections, licences and purposes, and rotated into keys with the same bounds', async () => {
    await run('create --name bound --plan pro');
    const bounds = {
      sources: ['studio'],
      licenses: ['cc0', 'cc-by-4.0'],
      usable_for: { commercial: true, attribute: false },
    };
    const options = '--sources studio --licenses cc0,cc-by-4.0 --usable-for commercial,attribute=false';
    const old = await json(`keys create bound --env demo ${options}`);
    expect(old).toMatchObject({ bounds });
    const { status, out, err } = await run(`keys rotate ${String(old['prefix'])} --grace 30m`);
    expect(status).toBe(0);
    expect(out).toMatch(/^isk_demo_/);
    expect(err).toContain(`${String(old['prefix'])} works until`);
    expect(await operator.keys.findByKey(out)).toMatchObject({ bounds });
    expect((await run(`keys rotate ${String(old['key_id'])}`)).status).toBe(1);
  });

  it('are named again by their id or their prefix, also those that an account may not name itself', async () => {
    await run('create --name naming --plan pro');
    const made = await json('keys create naming --scopes account');
    const named = await json(`keys rename ${String(made['prefix'])} manager`);
    expect(named).toMatchObject({ keys: [{ key_id: made['key_id'], name: 'manager' }] });
    const { keys } = await json('keys list naming');
    expect(keys).toMatchObject([{ name: 'default' }, { name: 'manager' }]);
  });

  it('add images only where that is named, and never within bounds', async () => {
    await run('create --name adding --plan pro');
    expect((await json('keys create adding'))['scopes']).toEqual(['search', 'similar', 'asset', 'usage']);
    expect((await json('keys create adding --scopes search,ingest'))['scopes']).toEqual(['search', 'ingest']);
    for (const bound of ['--sources studio', '--licenses cc0', '--usable-for commercial', '--env test'])
      expect(await run(`keys create adding --scopes ingest ${bound}`)).toMatchObject({
        status: 1,
        err: expect.stringContaining('cannot have bounds or the environment test'),
      });
  });
});

describe('accounts webhooks', () => {
  it('are made, listed and deleted, and show their secret once', async () => {
    await run('create --name told --plan pro');
    const url = 'https://hooks.example.org';
    const { status, out, err } = await run(`webhooks create told --url ${url}/in-path --events credits.low`);
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining(url) });
    expect(out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const listed = await json('webhooks list told');
    expect(listed).toEqual({
      webhooks: [
        {
          ...{ webhook_id: expect.any(String), account: 'told', url, events: ['credits.low'] },
          ...{ pending: 0, dead: 0, created_at: expect.any(String) },
        },
      ],
    });
    const audited = (await run('audit --limit 5 --json')).out;
    expect(audited).toContain('"operation":"create-webhook"');
    expect(audited).toContain(`"url":"${url}"`);
    // Many receivers know their callers by the path alone.
    for (const secret of [out, 'in-path'])
      expect(err + audited + JSON.stringify(listed)).not.toContain(secret);
    expect(await json('webhooks dead told')).toEqual({ dead: [] });

    const [{ webhook_id: id }] = listed['webhooks'] as [{ webhook_id: string }];
    expect(await json(`webhooks delete ${id}`)).toEqual({ deleted: id });
    expect(await json('webhooks list told')).toEqual({ webhooks: [] });
  });

  it('are ten at most for an account', async () => {
    await run('create --name many --plan pro');
    const create = () => run('webhooks create many --url https://hooks.example.org');
    for (let made = 0; made < 10; made += 1) expect((await create()).status).toBe(0);
    expect(await create()).toMatchObject({
      status: 1,
      err: expect.stringContaining('no account may have more'),
    });
  });
});

describe('accounts audit', () => {
  it('has a line for what each operator did or was refused, and no key', async () => {
    const { key } = await json('create --name watched --plan pro');
    await run('plan watched gold');
    await run(`keys revoke ${String(key)}`);
    const { out } = await run('audit --limit 3 --json');
    const actions = out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(actions).toEqual([
      {
        at: expect.any(String),
        actor: userInfo().username,
        operation: 'create-account',
        input: { name: 'watched', plan: 'pro' },
        outcome: 'done',
      },
      expect.objectContaining({
        operation: 'change-plan',
        outcome: expect.stringContaining('no plan "gold"'),
      }),
      expect.objectContaining({ operation: 'revoke-key', input: { key_id: String(key).slice(0, 14) } }),
    ]);
    expect(out).not.toContain(key);
    expect((await run('audit --last 1h --limit 1')).out).toContain('read-audit');
  });
});
