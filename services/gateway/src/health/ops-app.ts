import { isIP } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import { operatorRoutes } from '../accounts/operator/operator-route.js';
import type { GatewayContext } from '../context.js';
import { BodyBudget } from '../http/body/body-budget.js';
import { errorHandler } from '../http/middleware/error-handler.js';
import { requestId } from '../http/middleware/request-id.js';
import { readinessOf } from './readiness.js';
import { checkDatabase } from './services-status.js';

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * The operator's endpoints, on a separate port. Probes ask for facts of this process alone: a service behind all gateways
 * must not take all of them out. `/status` says what the whole stack can do. With a token, accounts are managed here too.
 */
export function createOpsApp(context: GatewayContext): Express {
  const { traffic, stackStatus, database, metrics, operatorToken, logger } = context;
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId, knownHost(context.config));
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
  if (operatorToken !== undefined) {
    const stores = { ...context, keys: context.apiKeys };
    const bodies = new BodyBudget(context.config.bodiesBytesMax);
    app.use('/operator', operatorRoutes({ stores, token: operatorToken, bodies, logger }));
  }
  app.use(errorHandler(logger));
  return app;
}

/**
 * The port needs no key, so it answers under no name that anybody can point here: a page whose own name resolves to this
 * machine would otherwise read it from within a browser. An address in `Host` is no such name.
 */
function knownHost({ opsHost, opsNames }: GatewayContext['config']): RequestHandler {
  const names = new Set(['localhost', opsHost, ...opsNames]);
  return (request, _response, next) => {
    const host = parseAddress(`http://${request.get('Host') ?? ''}`)?.hostname ?? '';
    if (!names.has(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0) {
      throw new AppError(
        'request_malformed',
        'This port does not answer under this name; OPS_NAMES lists names.',
        {
          ctx: { loc: ['header', 'Host'] },
        },
      );
    }
    next();
  };
}
