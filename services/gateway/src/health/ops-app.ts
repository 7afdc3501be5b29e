import express, { type Express } from 'express';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { operatorRoutes } from '../accounts/operator/operator-route.js';
import type { GatewayContext } from '../context.js';
import { errorHandler } from '../http/middleware/error-handler.js';
import { requestId } from '../http/middleware/request-id.js';
import { checkDatabase, checkReadiness } from './readiness.js';

const READY_TIMEOUT_MS = 2_000;

/** The operator's endpoints, on a separate port: liveness, readiness, metrics and, with a token, accounts. */
export function createOpsApp(context: GatewayContext): Express {
  const { clients, database, metrics, operatorToken, logger } = context;
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
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
  if (operatorToken !== undefined) {
    const stores = { ...context, keys: context.apiKeys };
    app.use('/operator', operatorRoutes({ stores, token: operatorToken, logger }));
  }
  app.use(errorHandler(logger));
  return app;
}
