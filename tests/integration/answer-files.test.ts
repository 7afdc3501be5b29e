import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { NO_FACTS } from '@imagesearch/facets/provenance';
import type { Source } from '@imagesearch/ingest/sources/source';
import { GatewayProcess } from '@imagesearch/testkit/processes/gateway-process';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';

const ANSWER = 50;

/** Coloured squares at random, so that none is a near-duplicate of another. */
const TILES: Source = {
  source: 'tiles',
  total: ANSWER,
  entries: () =>
    Array.from({ length: ANSWER }, (_none, at) => ({
      assetId: `tiles:${at}`,
      title: 'tile',
      tags: [],
      description: '',
      creator: null,
      creatorUrl: null,
      licenseVerbatim: 'CC0 1.0',
      provenanceUrl: `https://example.org/${at}`,
      statement: null,
      facts: NO_FACTS,
      linkUrl: null,
      sourceVersion: '1',
      image: {
        draw: () =>
          sharp(randomBytes(8 * 8 * 3), { raw: { width: 8, height: 8, channels: 3 } })
            .resize(160, 160, { kernel: 'nearest' })
            .png()
            .toBuffer(),
      },
    })),
};

// The embedded engine takes statements inside the process, where nothing between counts them.
describeWith(ENGINES.postgres, 'fifty thumbnails of one answer on a Postgres server', (engine) => {
  let server: ProxiedPostgres;
  let stack: TestStack;
  let other: GatewayProcess;

  beforeAll(async () => {
    server = await startProxiedPostgres(engine);
    const env = { DATABASE_URL: server.url, KEY_SECRET: randomUUID(), DOWNLOAD_SECRET: randomUUID() };
    stack = await TestStack.start(TILES, { env });
    other = await GatewayProcess.create({ ...stack.stack.addresses, ...env, LOG_LEVEL: 'silent' });
    await other.start();
  }, 240_000);
  afterAll(async () => {
    await other.stop('SIGKILL');
    await stack.stop();
    await server.close();
  });

  it('cost another gateway one query, and the rights service one', async () => {
    const caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
    const { results } = await caller.search({ query: 'tile', k: ANSWER });
    expect(results).toHaveLength(ANSWER);
    const ofGateway = server.proxy.count('FROM gateway.queries');
    const ofRights = server.proxy.count('FROM rights.assets');
    const anyone = new Caller(other.baseUrl);
    const thumbs = await Promise.all(
      results.map(async ({ thumb }) => {
        const { pathname, search } = new URL(thumb);
        const { status, headers } = await anyone.get(pathname + search);
        expect({ status, kept: headers.get('Cache-Control') }).toEqual({
          status: 302,
          kept: 'public, max-age=300',
        });
        return anyone.get(headers.get('Location') ?? '');
      }),
    );
    expect(new Set(thumbs.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(thumbs.map(({ headers }) => headers.get('Cache-Control')))).toEqual(
      new Set(['public, max-age=600, immutable']),
    );
    expect({ gateway: ofGateway(), rights: ofRights() }).toEqual({ gateway: 1, rights: 1 });
  });
});
