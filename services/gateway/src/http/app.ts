import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { BodyBudget } from './body/body-budget.js';
import { TEXT_BYTES_MAX } from './body/body-limit.js';
import { crossOrigin } from './middleware/cross-origin.js';
import { errorHandler } from './middleware/error-handler.js';
import { jsonBody } from './middleware/json-body.js';
import { accountOf, keyed } from './middleware/keyed.js';
import { requestId } from './middleware/request-id.js';
import { requestEvent } from './middleware/request-event.js';
import { requestMetrics } from './middleware/request-metrics.js';
import { requestTrace } from './middleware/request-trace.js';
import { requireHost } from './middleware/require-host.js';
import { secureHeaders } from './middleware/secure-headers.js';
import { takes } from './parameters.js';
import { assetRoute } from '../assets/asset-route.js';
import { consoleRoutes } from '../console/console-route.js';
import { contractRoute } from './routes/contract.js';
import { docsRoutes } from './routes/docs.js';
import { mcpKey, mcpRoute } from '../mcp/mcp-route.js';
import { downloadRoute } from '../assets/download-route.js';
import { directFileRoute, queryFileRoute } from '../assets/file-route.js';
import { pricingRoute } from '../billing/pricing-route.js';
import { searchBodyLimit } from '../search/search-body-limit.js';
import { searchByAddressRoute, searchRoute } from '../search/search-route.js';
import { similarRoute } from '../search/similar-route.js';
import { usageRoute } from '../accounts/usage-route.js';
import { warmRoute } from '../health/warm-route.js';

const GET = allowOnly('GET', 'HEAD');
const POST = allowOnly('POST');
const GET_OR_POST = allowOnly('GET', 'POST');

/** The public HTTP contract (specification, section 4). */
export function createApp(context: GatewayContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // A path matches only exactly as the contract spells it.
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.use(requestTrace, requestMetrics(context.events));
  app.use(
    requestId,
    requestEvent(context.logger),
    secureHeaders,
    requireHost,
    ...crossOrigin(context.config.corsOrigins),
    compression(),
  );

  const bodies = new BodyBudget(context.config.bodiesBytesMax);
  const searchBody = jsonBody(bodies, (response) => searchBodyLimit(accountOf(response).plan));
  const textBody = jsonBody(bodies, () => ({ bytesMax: TEXT_BYTES_MAX }));
  app
    .route('/v1/search')
    // A HEAD would cost what a GET costs, and answer nothing.
    .head(GET_OR_POST)
    .get(keyed(context, 'search'), searchByAddressRoute(context))
    .post(keyed(context, 'search'), takes(), searchBody, searchRoute(context))
    .all(GET_OR_POST);
  app
    .route('/v1/similar')
    .post(keyed(context, 'similar'), takes(), textBody, similarRoute(context))
    .all(POST);
  app.route('/v1/pricing').get(takes(), pricingRoute(context)).all(GET);
  app.route('/v1/usage').get(keyed(context, 'usage'), takes(), usageRoute(context)).all(GET);
  app.route('/v1/warm').get(keyed(context, null), takes(), warmRoute(context)).all(GET);
  app
    .route('/v1/asset/direct/:assetId')
    .get(keyed(context, 'asset'), takes('v'), directFileRoute(context))
    .all(GET);
  app.route('/v1/asset/:queryId/:assetId').get(takes('v'), queryFileRoute(context)).all(GET);
  app.route('/v1/asset/:assetId').get(keyed(context, 'asset'), takes(), assetRoute(context)).all(GET);
  app.route('/v1/download/:token').get(takes(), downloadRoute(context)).all(GET);
  app.route('/mcp').post(mcpKey(context), takes('max_credits'), textBody, mcpRoute(context)).all(POST);
  app.route('/openapi.json').get(takes(), contractRoute()).all(GET);
  for (const [path, handlers] of docsRoutes()) app.route(path).get(takes(), handlers).all(GET);
  // The console reads its own parameters, and a link to it may carry those of the page that it is on.
  for (const [path, handlers] of consoleRoutes(context)) app.route(path).get(handlers).all(GET);

  app.use(() => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
  app.use(errorHandler(context.logger));
  return app;
}

/** Answers OPTIONS with the methods of a route, and refuses every other method. */
function allowOnly(...methods: string[]): RequestHandler {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new AppError('method_not_allowed', `This address takes ${allow}.`, { ctx: { allow } });
    }
    response.set('Allow', allow).status(204).end();
  };
}
