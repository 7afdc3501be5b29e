import { isIP } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Registry } from '@imagesearch/service-kit/metrics';
import type { Statements } from '@imagesearch/service-kit/postgres/bulkhead';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import { operatorRoutes } from './accounts/operator-routes.js';
import type { OperatorStores } from './accounts/commands.js';
import type { GatewayConfig } from './config.js';
import { readinessOf } from './health/readiness.js';
import { checkDatabase, type StackStatus } from './health/stack-status.js';
import { BodyBudget } from './http/body.js';
import { errorHandler } from './http/error-handler.js';
import { requestId } from './http/telemetry.js';

const DATABASE_TIMEOUT_MS = 2_000;

export interface OpsParts {
  config: GatewayConfig;
  logger: Logger;
  metrics: Registry;
  stackStatus: StackStatus;
  /** Only for the check of readiness. */
  database: Pick<Statements, 'query'>;
  stores: OperatorStores;
  /** Undefined without a token: the port then has no accounts. */
  operatorToken: string | undefined;
  /** Whether this gateway wants requests. */
  isWanted: () => boolean;
}

/**
 * The operator's endpoints, on a separate port. Probes ask for facts of this process alone: a service behind all gateways
 * must not take all of them out. `/status` says what the whole stack can do. With a token, accounts are managed here too.
 */
export function createOpsApp(parts: OpsParts): Express {
  const { config, logger, metrics, stackStatus, database, stores, operatorToken, isWanted } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId, knownHost(config));
  app.get(['/livez', '/healthz'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', (_request, response) => {
    const ready = isWanted();
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
    const bodies = new BodyBudget(config.bodiesBytesMax);
    app.use('/operator', operatorRoutes({ stores, token: operatorToken, bodies, logger }));
  }
  app.use(errorHandler(logger));
  return app;
}

/**
 * The port needs no key, so it answers under no name that anybody can point here: a page whose own name resolves to this
 * machine would otherwise read it from within a browser. An address in `Host` is no such name.
 */
function knownHost({ opsHost, opsNames }: Pick<GatewayConfig, 'opsHost' | 'opsNames'>): RequestHandler {
  const names = new Set(['localhost', opsHost, ...opsNames]);
  return (request, _response, next) => {
    const host = parseAddress(`http://${request.get('Host') ?? ''}`)?.hostname ?? '';
    if (!names.has(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0) {
      throw new AppError(
        'request_malformed',
        'This port does not answer under this name; OPS_NAMES lists names.',
        { ctx: { loc: ['header', 'Host'] } },
      );
    }
    next();
  };
}
