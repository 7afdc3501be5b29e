import compression from 'compression';
import express, { type Express } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { GatewayConfig } from './config.js';
import { consoleRoutes } from './console/routes.js';
import { ROUTES, type RouteParts } from './contract/operations.js';
import { docsAssetRoutes } from './contract/routes.js';
import type { GatewayEvents } from './events.js';
import { TEXT_BYTES_MAX } from './http/body-limit.js';
import { BodyBudget, jsonBody } from './http/body.js';
import { errorHandler } from './http/error-handler.js';
import { crossOrigin, requireHost, secureDocsHeaders, secureHeaders } from './http/headers.js';
import { takes } from './http/request.js';
import { observed, requestId } from './http/telemetry.js';
import type { Admission } from './keys/admission.js';
import { mcpKey, mcpRoute, type McpParts } from './mcp/routes.js';
import { allowOnly, routeOperations, type Recorder } from './operations/routes.js';

export interface AppParts extends RouteParts {
  config: GatewayConfig;
  logger: Logger;
  events: GatewayEvents;
  admission: Admission;
  audit: Recorder;
  mcp: McpParts;
}

/** The public HTTP contract (specification, section 4). */
export function createApp(parts: AppParts): Express {
  const { config, logger, events, admission } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // A path matches only exactly as the contract spells it.
  app.enable('strict routing');
  app.enable('case sensitive routing');
  const observe = observed(logger, events.requestAnswered);
  const cors = crossOrigin(config.corsOrigins);
  app.use(observe, requestId, secureHeaders, requireHost, ...cors, compression());
  app.use('/docs', secureDocsHeaders);

  const bodies = new BodyBudget(config.bodiesBytesMax);
  routeOperations(app, ROUTES, parts, { admission, bodies, audit: parts.audit });
  const mcpBody = jsonBody(bodies, () => ({ bytesMax: TEXT_BYTES_MAX }));
  app
    .route('/mcp')
    .post(mcpKey(admission), takes('max_credits'), mcpBody, mcpRoute(admission, parts.mcp))
    .all(allowOnly('POST'));
  for (const [path, handler] of docsAssetRoutes()) app.route(path).get(takes(), handler).all(GET);
  // The console reads its own parameters, and a link to it may carry those of the page that it is on.
  const imageOrigins = () => [...config.consoleImageOrigins, new URL(parts.addresses.baseUrl).origin];
  for (const [path, handlers] of consoleRoutes(imageOrigins, logger)) app.route(path).get(handlers).all(GET);

  app.use(() => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
  app.use(errorHandler(logger));
  return app;
}

const GET = allowOnly('GET', 'HEAD');
