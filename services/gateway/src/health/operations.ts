import { z } from 'zod';
import { errorSchema } from '../http/errors.js';
import { jsonAnswer } from '../operations/answers.js';
import { headerRefs } from '../operations/headers.js';
import { operation } from '../operations/operation.js';
import { answerSchema, schemaRef } from '../operations/schemas.js';
import { readinessOf, readinessSchema, type Readiness } from './readiness.js';
import type { StackStatus } from './stack-status.js';

const READINESS = answerSchema('Readiness', readinessSchema);
const NOT_READY = answerSchema('NotReady', z.union([readinessSchema, errorSchema]));

const READY = { ready: true, detail: 'ready', latency_ms: 2 };

const READINESS_EXAMPLE: Readiness = {
  ready: true,
  checked_at: '2026-11-21T10:00:00.000Z',
  services: { embedding: READY, retrieval: READY, reranker: READY, rights: READY },
  model: 'lite',
  backend: 'lancedb',
  assets: 4292,
};

const RETRY_AFTER_S = 2;

/** The check wakes a sleeping service (specification, section 4.4). */
export const warm = operation({
  get: '/v1/warm',
  summary: 'Whether the service can answer a search now',
  description: 'The request loads a model that is not loaded. Costs nothing.',
  scope: 'any',
  answers: {
    200: jsonAnswer('Ready.', READINESS, { ready: READINESS_EXAMPLE }),
    503: {
      description: 'Not ready. The same body says what is missing.',
      headers: headerRefs(['Cache-Control', 'Retry-After']),
      content: {
        'application/json': { schema: schemaRef(NOT_READY) },
      },
    },
  },
  run: async ({ stackStatus }: { stackStatus: Pick<StackStatus, 'latest'> }) =>
    readinessOf(await stackStatus.latest(), 'caller'),
  send: (response, readiness) => {
    if (!readiness.ready) response.set('Retry-After', String(RETRY_AFTER_S));
    response.status(readiness.ready ? 200 : 503).json(readiness);
  },
});
