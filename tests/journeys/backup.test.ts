import { access, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { findOperatorPort } from '@imagesearch/gateway/accounts/operator-port';
import { performRemotely } from '@imagesearch/gateway/accounts/remote';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { startStack, type Stack } from '@imagesearch/local-stack/stack';
import { DRAWN, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { describeOnDatabases, ENGINES, found } from '@imagesearch/testkit/engines';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { newQdrantIndex, type QdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';

const SECRETS = { KEY_SECRET: 'k'.repeat(32), DOWNLOAD_SECRET: 'd'.repeat(32) };
const QUERIES = ['red ball', 'a blue box', 'green', 'disc on grey'];

interface Home extends TestDatabase {
  index: QdrantIndex | undefined;
}

const never = (): never => {
  throw new Error('no gateway runs');
};

describeOnDatabases('a backup', (engine) => {
  /** A server of Postgres goes with one of Qdrant, where there is one. */
  const qdrantUrl = engine === EMBEDDED_POSTGRES ? undefined : found(ENGINES.qdrant);
  const homes: Home[] = [];
  const stacks: Stack[] = [];
  const backups = folderOfEachTest();

  afterEach(async () => {
    for (const stack of stacks.splice(0)) await stack.close();
    for (const home of homes.splice(0)) await home.drop();
  });

  async function newHome(): Promise<Home> {
    const database = await engine.create('nowhere');
    const index = qdrantUrl === undefined ? undefined : newQdrantIndex(qdrantUrl);
    const drop = async (): Promise<void> => {
      await database.drop();
      await index?.drop();
    };
    const home = { ...database, index, drop };
    homes.push(home);
    return home;
  }

  const envOf = ({ url, dir, index }: Home): Record<string, string> => ({
    DATA_DIR: join(dir, 'data'),
    ...(url !== undefined && { DATABASE_URL: url, ...SECRETS }),
    ...index?.env,
  });

  async function start(home: Home): Promise<Stack> {
    const PRICING_FILE = await pricingWithLimits(home.dir);
    const env = { ...envOf(home), PRICING_FILE, PORT: '0', LOG_LEVEL: 'silent' };
    const stack = await startStack({ env });
    stacks.push(stack);
    return stack;
  }

  /** With the small collection, and a key. */
  async function startFilled() {
    const home = await newHome();
    // As services leave them after a first start.
    if (engine === EMBEDDED_POSTGRES) await layMigratedPostgres(join(home.dir, 'data'));
    const stack = await start(home);
    const clients = openClients(stack.addresses);
    await ingest(smallCollection(), clients);
    const { gateway } = stack;
    const account = await gateway.accounts().create({ name: 'kept', plan: 'custom', billingDay: 1 });
    const { key } = await gateway.keys().create(account?.id ?? '', { environment: 'live' });
    return { home, stack, clients, key };
  }

  /** The command as an operator runs it. */
  const run = (script: 'backup' | 'restore', folder: string, home: Home) =>
    runProgram(process.execPath, [join(ROOT, `packages/local-stack/dist/${script}.js`), folder], {
      env: envOf(home),
    });

  /** What a command says that does not do it. */
  async function refusal(script: 'backup' | 'restore', folder: string, home: Home): Promise<string> {
    const { code, output } = await run(script, folder, home);
    expect(code).toBe(1);
    return output;
  }

  const callerOf = (stack: Stack, key: string) => new Caller(stack.gateway.baseUrl(), key);

  /** Ids and scores, of one search after another: the vector of words depends a little on the words that are encoded with them. */
  async function searched(caller: Caller) {
    const answers = [];
    for (const query of QUERIES) {
      const { results } = await caller.search({ query, k: 5 });
      answers.push(results.map(({ asset_id, score }) => ({ asset_id, score })));
    }
    return answers;
  }

  /** What is known of each image, and the bytes of its file. */
  const lookedUp = (caller: Caller) =>
    Promise.all(
      DRAWN.map(async ({ id }) => {
        const { body } = await caller.get(`/v1/asset/${drawnId(id)}`);
        const { indexed, rights } = body as { indexed: boolean; rights: unknown };
        const redirect = await caller.get(`/v1/asset/direct/${drawnId(id)}`);
        const file = await fetch(String(redirect.headers.get('Location')));
        return { indexed, rights, file: Buffer.from(await file.arrayBuffer()).toString('base64') };
      }),
    );

  it('answers the same queries with the same images, for the same key, after everything was lost', async () => {
    const { home, stack, clients, key } = await startFilled();
    closeClients(clients);
    const caller = callerOf(stack, key);
    const before = [await searched(caller), await lookedUp(caller)];

    const folder = join(backups, 'one');
    // The index of this folder is open in a process that is no stack of its own.
    if (engine !== EMBEDDED_POSTGRES && qdrantUrl === undefined) {
      expect(await refusal('backup', folder, home)).toMatch(/in use by another process/);
      await expect(access(folder)).rejects.toThrow();
    }
    await stack.close();
    expect(await run('backup', folder, home)).toMatchObject({ code: 0 });
    expect(await refusal('backup', folder, home)).toMatch(/is there already/);
    expect(await refusal('restore', folder, home)).toMatch(/move it away/);
    await homes.pop()?.drop();

    const fresh = await newHome();
    if (qdrantUrl !== undefined)
      expect(await refusal('restore', folder, { ...fresh, index: undefined })).toMatch(/set QDRANT_URL/);
    expect(await run('restore', folder, fresh)).toMatchObject({ code: 0 });
    const restored = callerOf(await start(fresh), key);
    expect([await searched(restored), await lookedUp(restored)]).toEqual(before);
  }, 240_000);

  if (engine === EMBEDDED_POSTGRES)
    it('that is taken during searches and an ingestion holds whole all that was there before', async () => {
      const { home, stack, clients, key } = await startFilled();
      const caller = callerOf(stack, key);
      const before = await lookedUp(caller);
      expect(before).not.toContainEqual(expect.objectContaining({ indexed: false }));

      const dataDir = join(home.dir, 'data');
      const perform = performRemotely(findOperatorPort(dataDir, undefined) ?? never());
      const within = await mkdtemp(join(dataDir, 'copy-'));
      for (const folder of ['relative', join(dataDir, 'gateway'), within, home.dir, join(backups, 'nowhere')])
        await expect(perform('copy-stores', { folder })).rejects.toThrow(
          /an empty folder outside the data folder/,
        );

      let isTaken = false;
      const searching = async (): Promise<void> => {
        while (!isTaken) expect((await caller.search({ query: 'red ball', k: 5 })).count).toBeGreaterThan(0);
      };
      const ingesting = async (): Promise<number> => {
        let rounds = 0;
        for (; !isTaken; rounds += 1)
          await ingest(
            smallCollection(DRAWN.map((drawn) => ({ ...drawn, id: `${drawn.id}-${rounds}` }))),
            clients,
          );
        return rounds;
      };
      const folder = join(backups, 'running');
      const taking = run('backup', folder, home).finally(() => (isTaken = true));
      const [taken, rounds] = await Promise.all([taking, ingesting(), searching()]);
      expect(taken).toEqual({ code: 0, output: `Made ${folder}.\n` });
      expect(rounds).toBeGreaterThan(0);
      closeClients(clients);
      await stack.close();

      const fresh = await newHome();
      expect(await run('restore', folder, fresh)).toMatchObject({ code: 0 });
      const restored = callerOf(await start(fresh), key);
      expect(await lookedUp(restored)).toEqual(before);
      expect((await searched(restored)).every(({ length }) => length > 0)).toBe(true);
    }, 240_000);

  it('that was interrupted is not restored', async () => {
    expect(await refusal('restore', backups, await newHome())).toMatch(/not a complete backup/);
  });
});
