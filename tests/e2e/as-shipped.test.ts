import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { freePort } from '@imagesearch/testkit/network/free-port';
import type { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { ShippedStack } from '@imagesearch/testkit/stack/shipped-stack';
import { administer } from '@imagesearch/testkit/stores/databases';

const IMAGES = 60;

/** What the images contain, without the workspace and without a right to change it. */
describeWith(ENGINES.images, 'five services from their images', (servers) => {
  let stack: ShippedStack;
  let caller: Caller;
  let worker: IngestCommand;

  beforeAll(async () => {
    stack = await ShippedStack.start(servers);
    caller = new Caller(stack.baseUrl, await stack.newKey(SCOPES));
    worker = stack.ingest('worker');
    await worker.printed(/Waiting for work/);
  }, 240_000);
  afterAll(async () => {
    await worker.kill();
    await stack.stop();
  });

  it('find, show and hand out what a worker ingests, and no longer what is withdrawn', async () => {
    const run = stack.ingest('openmoji', '--limit', String(IMAGES));
    expect([await run.end(), run.output]).toEqual([0, expect.stringMatching(/Ingested\s*│\s*60 /)]);
    expect(run.output).not.toContain('this process ingests the images itself');
    const { query_id, results } = await caller.search({ query: 'smiling face', k: 1 });
    const id = results[0]?.asset_id ?? '';
    expect(id).toMatch(/^openmoji:/);
    for (const variant of ['thumb', 'thumb_2x', 'view', 'credited']) {
      const moved = await caller.get(`/v1/asset/${query_id}/${id}?v=${variant}`);
      const { status, headers } = await caller.get(moved.headers.get('Location') ?? '/');
      expect({ variant, status, type: headers.get('Content-Type') }).toEqual({
        ...{ variant, status: 200, type: expect.stringMatching(/^image\//) },
      });
    }
    const cause = ['--by', 'Ada', '--why', 'asked for it'];
    expect(await stack.ingest('withdraw', id, ...cause).end()).toBe(0);
    await until(async () => (await caller.get(`/v1/asset/${id}`)).status === 404);
  }, 240_000);

  it('take an image of the account, and find it by a brief and by its pixels', async () => {
    const image = (await drawPng(1)).toString('base64');
    const added = await caller.post('/v1/asset', {
      image_base64: image,
      title: 'A zeppelin',
      license: 'CC0 1.0',
    });
    expect([added.status, added.body]).toMatchObject([201, { indexed: true }]);
    const { results } = await caller.search({ query: 'a zeppelin, not AI generated', k: 1 });
    expect(results[0]?.title).toBe('A zeppelin');
    const alike = await caller.search({ image_base64: image, k: 1 });
    expect(alike.results[0]?.title).toBe('A zeppelin');
  }, 60_000);

  it('serve the console with all that it loads', async () => {
    const page = await caller.get('/');
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('html')]);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = '']) => address);
    expect(loaded.length).toBeGreaterThan(1);
    for (const address of loaded) {
      const { href } = new URL(address, `${stack.baseUrl}/`);
      expect([address, (await caller.get(href)).status]).toEqual([address, 200]);
    }
  });

  it('are on the database as two roles, each with its own schema', async () => {
    const roles = await administer<{ usename: string }>(
      stack.databaseUrl,
      `SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY 1`,
    );
    expect(roles.map(({ usename }) => usename)).toEqual(['imagesearch_gateway', 'imagesearch_rights']);
  });

  it('load in the image without an index of its own all that it needs, up to a Qdrant that is not there', async () => {
    const elsewhere = { ...stack.env, QDRANT_URL: `http://127.0.0.1:${await freePort()}` };
    const retrieval = await ServiceProcess.create('retrieval', elsewhere);
    expect(await retrieval.spawn().end()).toBe(1);
    expect(retrieval.output).toContain('The vector database is unavailable.');
  }, 60_000);

  it('end cleanly on a signal, and have reported no error', async () => {
    worker.child.kill('SIGTERM');
    expect(await worker.end()).toBe(0);
    for (const [name, service] of Object.entries(stack.services).reverse()) {
      expect([name, await service.stop('SIGTERM')]).toEqual([name, 0]);
      expect(service.output).not.toMatch(/"level":[56]0/);
    }
  }, 120_000);
});
