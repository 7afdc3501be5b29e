import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError, ERROR_CODES, type ErrorCode } from '@imagesearch/service-kit/errors';
import { storageFault, storageUnavailable } from '@imagesearch/service-kit/files/storage-fault';
import { createLogger } from '@imagesearch/service-kit/logging';
import express from 'express';
import { readinessOf } from '../src/health/readiness.js';
import { errorHandler } from '../src/http/error-handler.js';
import { ERRORS, errorSchema } from '../src/http/errors.js';

const PATH = '/srv/images/blobs';
const HINT = `The disk is full: ${PATH} cannot be written. Free some space, then run the command again.`;
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const OURS = CODES.filter((code) => ERRORS[code].status >= 500);

const systemError = (code: string): unknown =>
  Object.assign(new Error(`${code}: refused, open '${PATH}'`), { code, path: PATH });

const REFUSALS: [string, unknown][] = [
  ['a full disk', storageUnavailable({ dependency: 'blobs', path: PATH, code: 'ENOSPC', cause: null })],
  ['a refused folder', storageFault('EACCES', PATH)],
  ['a refusal behind another error', new Error(PATH, { cause: systemError('EMFILE') })],
];
for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'EIO'])
  REFUSALS.push([code, systemError(code)]);

describe('what a caller reads of a fault of ours', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  const answerTo = async (thrown: unknown) => {
    const app = express();
    app.get('/', () => {
      throw thrown;
    });
    app.use(errorHandler(createLogger({ service: 'test', level: 'silent' })));
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const body = errorSchema.parse(await response.json());
    return { status: response.status, headers: response.headers, body, text: JSON.stringify(body) };
  };

  it.each(OURS)('%s has one sentence, whatever the error says to the operator', async (code) => {
    const ctx = { storage: 'ENOSPC', dir: PATH, service: 'rights' };
    const { status, body, text } = await answerTo(new AppError(code, HINT, { ctx }));
    expect(status).toBe(ERRORS[code].status);
    expect(body.detail).toMatchObject([{ type: code, ctx: { service: 'rights' } }]);
    expect(text).not.toMatch(/srv|ENOSPC|command|disk/);
  });

  it.each(REFUSALS)('%s is 503 with a time to try again, without a path', async (_, thrown) => {
    const { status, headers, body, text } = await answerTo(thrown);
    expect({ status, type: body.detail[0]?.type }).toEqual({ status: 503, type: 'dependency_unavailable' });
    expect(headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(text).not.toMatch(/srv|refused, open/);
  });

  it('the time to try again is the one that the error names, or some seconds', async () => {
    const waits = [{ retry_after_s: 34 }, {}].map((ctx) => new AppError('overloaded', HINT, { ctx }));
    const answers = [await answerTo(waits[0]), await answerTo(waits[1])];
    expect(answers.map(({ headers }) => headers.get('Retry-After'))).toEqual(['34', '2']);
    expect(answers[0]?.text).not.toContain('retry_after_s');
  });

  it('a part that is not ready says why to the operator only', () => {
    const ready = { ready: true, detail: '5 assets', latency_ms: 1 };
    const failing = { ready: false, detail: HINT, latency_ms: 1 };
    const status = {
      ...{ checked_at: '2026-01-01T00:00:00Z', model: 'lite', backend: null, assets: 5, points: null },
      services: { embedding: ready, reranker: failing, retrieval: failing, rights: ready },
      models: { running: 'a', indexed: 'a' },
    };
    expect(readinessOf(status, 'operator').services.retrieval.detail).toBe(HINT);
    expect(readinessOf(status, 'caller').services).toMatchObject({
      retrieval: { ready: false, detail: 'does not answer' },
      reranker: { ready: false, detail: 'does not answer' },
      rights: { detail: '5 assets' },
    });
  });

  it('a fault of the request says what the error says', async () => {
    const { body } = await answerTo(new AppError('asset_not_found', 'There is no asset x:1.'));
    expect(body.detail[0]?.msg).toBe('There is no asset x:1.');
  });
});
