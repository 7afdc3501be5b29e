import express, { type Express } from 'express';
import type { GatewayContext } from '../context.js';
import { readinessOf } from './readiness.js';
import { checkDatabase } from './services-status.js';

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * The operator's endpoints, on a separate port. Probes ask for facts of this process alone: a service behind all gateways
 * must not take all of them out. `/status` says what the whole stack can do.
 */
export function createOpsApp({ traffic, stackStatus, database, metrics }: GatewayContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get(['/livez', '/healthz'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', (_request, response) => {
    const ready = traffic.isWanted;
    response.status(ready ? 200 : 503).json({ ready, status: ready ? 'ok' : 'stopping' });
  });
  app.get('/status', async (_request, response) => {
    const [status, own] = await Promise.all([
      stackStatus.latest(),
      checkDatabase(database, DATABASE_TIMEOUT_MS),
    ]);
    const services = readinessOf(status, 'operator');
    const ready = services.ready && own.ready;
    response.status(ready ? 200 : 503).json({ ...services, ready, database: own });
  });
  app.get('/metrics', async (_request, response) => {
    // The gauges of the stack are those of the previous scrape at the latest; a scrape waits for no service.
    void stackStatus.latest();
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return app;
}
