import express, { type Express } from 'express';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../context.js';
import { checkDatabase, checkReadiness } from './readiness.js';

const READY_TIMEOUT_MS = 2_000;

/** The operator's endpoints, on a separate port: liveness, readiness and metrics. */
export function createOpsApp({ clients, database, metrics }: GatewayContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', async (_request, response) => {
    const [services, own] = await Promise.all([
      checkReadiness(clients, detachedCall(READY_TIMEOUT_MS), 'operator'),
      checkDatabase(database, READY_TIMEOUT_MS),
    ]);
    const ready = services.ready && own.ready;
    response.status(ready ? 200 : 503).json({ ...services, ready, database: own });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return app;
}
