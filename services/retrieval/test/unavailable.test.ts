import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../src/config.js';
import { createRetrievalService } from '../src/service.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const LOCAL = { RETRIEVAL_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent' };

describe('a Qdrant that cannot serve stops the start', () => {
  const old = httpServerForAll((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ title: 'qdrant', version: '1.15.5' }));
  });

  test('when nothing listens there', async () => {
    const service = createRetrievalService(loadConfig({ ...LOCAL, QDRANT_URL: 'http://127.0.0.1:1' }));
    await expect(service.start()).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await service.close();
  });

  test('when it is older than what is needed', async () => {
    const service = createRetrievalService(loadConfig({ ...LOCAL, QDRANT_URL: old.url }));
    await expect(service.start()).rejects.toThrow('Qdrant 1.15.5 is too old');
    await service.close();
  });
});
