import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runAccounts } from '../src/accounts/cli.js';
import { performOnStores, type OpenedOperatorStores } from '../src/accounts/operator-port.js';
import { loadConfig } from '../src/config.js';
import { openOperatorStores } from '../src/stores.js';

let dir: string;
let operator: OpenedOperatorStores;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'accounts-command-'));
  operator = await openOperatorStores(loadConfig({ DATA_DIR: dir }));
}, 60_000);

afterAll(async () => {
  await operator.close();
  await rm(dir, { recursive: true, force: true });
});

/** One command, on stores that stay open for the next. */
async function run(line: string) {
  const printed = { out: [] as string[], err: [] as string[] };
  const status = await runAccounts(
    line.split(' '),
    performOnStores(() => Promise.resolve({ ...operator, close: () => Promise.resolve() })),
    { out: (text) => printed.out.push(text), err: (text) => printed.err.push(text) },
  );
  return { status, out: printed.out.join('\n'), err: printed.err.join('\n') };
}

async function json(line: string): Promise<Record<string, unknown>> {
  const { status, out, err } = await run(`${line} --json`);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('accounts create', () => {
  it('prints the key alone on standard output, and whose it is on standard error', async () => {
    const { status, out, err } = await run('create --name acme --plan starter --billing-day 31');
    expect(status).toBe(0);
    expect(out).toMatch(/^isk_live_[A-Za-z0-9-]{40}$/);
    expect(err).toContain('acme');
    expect(err).not.toContain(out);
    expect(await operator.keys.findByKey(out)).toMatchObject({
      account: { name: 'acme', plan: 'starter', billingDay: 31 },
    });
  });

  it('refuses a name that is in use, and changes nothing', async () => {
    await run('create --name taken --plan pro');
    const { status, out, err } = await run('create --name taken --plan free');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('There is an account "taken" already');
    expect(await operator.accounts.findByName('taken')).toMatchObject({ plan: 'pro' });
  });

  it.each([
    ['create --name x', /--plan/],
    ['create --plan free', /--name/],
    ['create --name x --plan free --billing-day 32', /1 to 31/],
    ['frobnicate', /unknown command 'frobnicate'/],
    ['keys create acme --scopes search,fly', /"search"\|"similar"/],
    ['keys create acme --expires 2027-02-30', /no such day/],
    ['keys create acme --expires 2001-01-01', /day is over/],
    ['keys create acme --env production', /"live"\|"test"/],
    ['keys create acme --usable-for fun', /Unrecognized key|fun/],
    ['webhooks create acme --url https://127.0.0.1/', /public https address/],
    [
      'webhooks create acme --url https://a.example.org --events credits.gone',
      /"asset.withdrawn"\|"asset.rel/,
    ],
    ['keys rotate', /missing required argument 'key'/],
    ['keys rotate x --grace 1w', /duration such as/],
    ['webhooks delete 7', /Invalid UUID/],
  ])('misused as "%s" ends with status 2 and says what is wrong', async (line, complaint) => {
    const { status, out, err } = await run(line);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(complaint);
  });

  it.each([
    ['create --name x --plan gold', /no plan "gold"/],
    ['plan nobody free', /no account "nobody"/],
    ['webhooks create nobody --url https://a.example.org', /no account "nobody"/],
    ['webhooks delete 00000000-0000-4000-8000-000000000000', /no webhook 0/],
    ['webhooks retry 00000000-0000-4000-8000-000000000000', /no dead letter 0/],
    ['keys revoke isk_live_nobod', /no key "isk_live_nobod"/],
  ])('"%s", which cannot be done, ends with status 1', async (line, complaint) => {
    const { status, out, err } = await run(line);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(complaint);
  });
});

describe('accounts list and plan', () => {
  it('show every account as a table, and as JSON with the same facts', async () => {
    await run('create --name shown --plan free --billing-day 7');
    expect((await run('list')).out).toMatch(/│ shown +│ free +│ 7 +│ [-\d: ]+Z +│ 1 +│/);
    expect(await json('list')).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ name: 'shown', plan: 'free', billing_day: 7, live_keys: 1 }),
      ]),
    });
  });

  it('move an account to another plan and print its previous plan', async () => {
    await run('create --name moving --plan free');
    expect(await json('plan moving scale')).toMatchObject({ plan: 'scale', previous_plan: 'free' });
    expect(await operator.accounts.findByName('moving')).toMatchObject({ plan: 'scale' });
  });
});

describe('accounts keys', () => {
  it('create makes another key with its own name, scopes and end', async () => {
    await run('create --name several --plan pro');
    const made = await json(
      'keys create several --name ci --scopes asset,search --expires 2099-12-31 --env test',
    );
    expect(made).toMatchObject({
      account: 'several',
      name: 'ci',
      scopes: ['asset', 'search'],
      expires_at: '2100-01-01T00:00:00.000Z',
      state: 'live',
    });
    expect(made['key']).toMatch(/^isk_test_/);
    const { keys } = await json('keys list several');
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain(made['key']);
  });

  it('rotate makes a successor of the same environment and says until when the old key works', async () => {
    await run('create --name turning --plan pro');
    const old = await json('keys create turning --env demo');
    const { status, out, err } = await run(`keys rotate ${String(old['key_id'])} --grace 30m`);
    expect(status).toBe(0);
    expect(out).toMatch(/^isk_demo_/);
    expect(err).toContain(`${String(old['prefix'])} works until`);
    expect(await operator.keys.findByKey(String(old['key']))).toMatchObject({ id: old['key_id'] });
    expect((await run(`keys rotate ${String(old['key_id'])}`)).status).toBe(1);
  });

  it('bind a key and its successors to collections, licences and purposes', async () => {
    await run('create --name bound --plan pro');
    const bounds = {
      sources: ['studio'],
      licenses: ['cc0', 'cc-by-4.0'],
      usable_for: { commercial: true, attribute: false },
    };
    const options = '--sources studio --licenses cc0,cc-by-4.0 --usable-for commercial,attribute=false';
    const made = await json(`keys create bound ${options}`);
    expect(made).toMatchObject({ bounds });
    const next = await json(`keys rotate ${String(made['key_id'])}`);
    expect(await operator.keys.findByKey(String(next['key']))).toMatchObject({ bounds });
  });

  it('make a key that adds images only where that is named, and never within bounds', async () => {
    await run('create --name adding --plan pro');
    expect((await json('keys create adding'))['scopes']).toEqual(['search', 'similar', 'asset', 'usage']);
    expect((await json('keys create adding --scopes search,ingest'))['scopes']).toEqual(['search', 'ingest']);
    for (const bound of ['--sources studio', '--licenses cc0', '--usable-for commercial', '--env test']) {
      const { status, err } = await run(`keys create adding --scopes ingest ${bound}`);
      expect({ status, err }).toEqual({
        status: 1,
        err: 'A key that may add images or manage keys sees all images: with ingest or account, it cannot have bounds or the environment test.',
      });
    }
  });

  it('explain themselves', async () => {
    for (const line of ['--help', 'keys --help', 'keys rotate --help', 'create --help']) {
      const { status, out } = await run(line);
      expect(status).toBe(0);
      expect(out).toContain('Usage: npm run accounts -- ');
    }
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
    await run('keys list watched');
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
      expect.objectContaining({ operation: 'list-keys', input: { account: 'watched' } }),
    ]);
    expect(out).not.toContain(key);
    expect((await run('audit --last 1h --limit 1')).out).toContain('read-audit');
  });
});

describe('accounts credits and usage', () => {
  it('grants credits for the present period, and says what is left', async () => {
    await run('create --name granted --plan free --billing-day 1');
    expect(await json('credits grant granted 250')).toMatchObject({ granted: 250, remaining: 750 });
    expect(await json('usage granted')).toMatchObject({
      plan: 'free',
      credits: { granted: 750, used: 0, reserved: 0, remaining: 750, packs: 0 },
    });
    const { out } = await run('usage granted');
    for (const text of ['granted', 'free', '750']) expect(out).toContain(text);
  });

  it('adds packs of the price list on the plans that may buy them', async () => {
    await run('create --name packed --plan scale');
    expect(await json('credits pack packed --count 2')).toMatchObject({
      added: 20_000,
      usd: 80,
      packs: 20_000,
    });
    expect(await json('usage packed')).toMatchObject({ credits: { remaining: 95_000, packs: 20_000 } });
  });

  it.each([
    ['credits pack acme', /sold on the plans scale, custom/],
    ['credits grant nobody 5', /no account "nobody"/],
    ['usage nobody', /no account "nobody"/],
  ])('"%s", which cannot be done, ends with status 1', async (line, complaint) => {
    const { status, out, err } = await run(line);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(complaint);
  });

  it.each(['credits grant acme 0', 'credits grant acme 1.5', 'credits pack acme --count -3'])(
    'misused as "%s" ends with status 2',
    async (line) => {
      expect(await run(line)).toMatchObject({ status: 2, out: '' });
    },
  );

  it('grants nothing on a plan without a limit', async () => {
    await run('create --name boundless --plan custom');
    expect(await run('credits grant boundless 5')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/no limit/),
    });
    expect((await run('usage boundless')).err).toContain('no limit');
  });
});
