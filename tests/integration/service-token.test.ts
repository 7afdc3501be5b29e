import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { retrievalServiceDefinition } from '@imagesearch/contracts/retrieval';
import { rightsServiceDefinition } from '@imagesearch/contracts/rights';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { drawnId } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const ROOT = join(import.meta.dirname, '../..');

interface RawMethod {
  path: string;
  responseStream: boolean;
  requestSerialize: (value: never) => Buffer;
}

/** The status of one call that any program of this machine could make. */
async function rawCall(target: string, method: RawMethod, request: object, token?: string): Promise<status> {
  const client = new Client(target, credentials.createInsecure());
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  const serialize = method.requestSerialize as (value: object) => Buffer;
  const options = { deadline: Date.now() + 20_000 };
  const keep = (bytes: Buffer): Buffer => bytes;
  try {
    return await new Promise<status>((resolve) => {
      if (method.responseStream) {
        const stream = client.makeServerStreamRequest(
          method.path,
          serialize,
          keep,
          request,
          metadata,
          options,
        );
        stream.on('data', () => undefined);
        stream.on('error', () => undefined);
        stream.on('status', ({ code }) => resolve(code));
      } else {
        client.makeUnaryRequest(method.path, serialize, keep, request, metadata, options, (error) =>
          resolve(error?.code ?? status.OK),
        );
      }
    });
  } finally {
    client.close();
  }
}

describe('a running stack that was given no token', () => {
  let stack: TestStack;
  let token: string;
  const seen = drawnId('red-disc');

  beforeAll(async () => {
    stack = await TestStack.start();
    token = await readFile(join(stack.dataDir, 'service-token'), 'utf8');
  }, 240_000);
  afterAll(() => stack.stop());

  const attempts: [string, 'RIGHTS_ADDRESS' | 'RETRIEVAL_ADDRESS', RawMethod, object][] = [
    [
      'mint a download',
      'RIGHTS_ADDRESS',
      rightsServiceDefinition.CreateDownload,
      { assetId: seen, variant: 'VARIANT_ORIGINAL' },
    ],
    ['rebuild the index', 'RETRIEVAL_ADDRESS', retrievalServiceDefinition.RebuildIndex, {}],
    [
      'withdraw an asset',
      'RIGHTS_ADDRESS',
      rightsServiceDefinition.WithdrawAsset,
      { assetId: seen, reason: 'test', actor: 'test' },
    ],
  ];

  it('makes one that only its user can read', async () => {
    expect((await stat(join(stack.dataDir, 'service-token'))).mode & 0o777).toBe(0o600);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(attempts)('lets nobody %s who does not know it', async (_, address, method, request) => {
    const target = stack.stack.addresses[address];
    expect(await rawCall(target, method, request)).toBe(status.UNAUTHENTICATED);
    expect(await rawCall(target, method, request, 'f'.repeat(64))).toBe(status.UNAUTHENTICATED);
    const caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
    expect((await caller.get(`/v1/asset/${seen}`)).status).toBe(200);
  });

  it.each(attempts)('lets its user %s', async (_, address, method, request) => {
    expect(await rawCall(stack.stack.addresses[address], method, request, token)).toBe(status.OK);
  });

  it('is reached by the command of its user through the same DATA_DIR, and by no other', async () => {
    const addresses = { ...stack.stack.addresses, SERVICE_TOKEN: '' };
    const own = new IngestCommand(['status'], { ...addresses, DATA_DIR: stack.dataDir });
    expect([await own.end(), own.output]).toEqual([0, expect.any(String)]);
    const other = new IngestCommand(['status'], { ...addresses, DATA_DIR: join(stack.dataDir, 'elsewhere') });
    expect(await other.end()).toBe(1);
    expect(other.output).toContain('SERVICE_TOKEN is not the same on both sides');
  }, 60_000);
});

describe.each(['embedding', 'retrieval', 'reranker', 'rights'])('the %s service', (name) => {
  it('does not start with an address beyond this machine and without a token, and says why', async () => {
    const variable = `${name.toUpperCase()}_LISTEN`;
    const child = spawn(process.execPath, [`services/${name}/dist/main.js`], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, [variable]: '0.0.0.0:0', LOG_LEVEL: 'loud' },
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(complaint).toContain(
      `SERVICE_TOKEN: required (or SERVICE_TOKEN_FILE) while ${variable} is not a loopback address`,
    );
    expect(complaint).toContain('LOG_LEVEL');
  });
});
