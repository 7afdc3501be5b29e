import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import {
  newKeyRoute,
  ownKeysRoute,
  renameKeyRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  type OwnKeysParts,
} from './accounts/key-routes.js';
import { usageByDayRoute } from './accounts/usage-days-route.js';
import { usageRoute, type UsageLog } from './accounts/usage.js';
import {
  assetRoute,
  collectionRoute,
  directFileRoute,
  downloadRoute,
  queryFileRoute,
  type AssetParts,
} from './assets/routes.js';
import type { Pricing } from './billing/plans.js';
import type { GatewayConfig } from './config.js';
import { consoleRoutes } from './console/routes.js';
import { contractRoute, docsRoutes } from './contract/routes.js';
import type { GatewayEvents } from './events.js';
import { readinessOf } from './health/readiness.js';
import type { StackStatus } from './health/stack-status.js';
import { EDIT_BODY_BYTES_MAX, TEXT_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from './http/body-limit.js';
import { BodyBudget, jsonBody } from './http/body.js';
import { errorHandler } from './http/error-handler.js';
import { crossOrigin, requireHost, secureHeaders } from './http/headers.js';
import { USE_PARAMS } from './assets/usable.js';
import { takes } from './http/request.js';
import { requestEvent, requestId, requestMetrics, requestTrace } from './http/telemetry.js';
import { accountOf, type Admission } from './keys/admission.js';
import type { RateLimiter } from './limits/limiter.js';
import { mcpKey, mcpRoute, type McpParts } from './mcp/routes.js';
import type { SearchParts } from './search/billed-answer.js';
import { searchBodyLimit, searchByAddressRoute, searchRoute, similarRoute } from './search/routes.js';
import { editRoute, removeRoute, uploadRoute, type UploadParts } from './uploads/routes.js';

export interface AppParts {
  config: GatewayConfig;
  logger: Logger;
  events: GatewayEvents;
  admission: Admission;
  pricing: Pricing;
  rateLimiter: RateLimiter;
  usage: UsageLog;
  ownKeys: OwnKeysParts;
  stackStatus: StackStatus;
  search: SearchParts;
  assets: AssetParts;
  uploads: UploadParts;
  mcp: McpParts;
}

const GET = allowOnly('GET', 'HEAD');
const POST = allowOnly('POST');
const ASSET = allowOnly('GET', 'HEAD', 'PATCH', 'DELETE');
const GET_OR_POST = allowOnly('GET', 'POST');
const KEYS = allowOnly('GET', 'HEAD', 'POST');
const KEY = allowOnly('PATCH', 'DELETE');

/** The public HTTP contract (specification, section 4). */
export function createApp(parts: AppParts): Express {
  const { config, logger, events, admission, search, assets, uploads } = parts;
  const keyed = admission.keyed.bind(admission);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // A path matches only exactly as the contract spells it.
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.use(requestTrace, requestMetrics(events.requestAnswered));
  app.use(requestId, requestEvent(logger), secureHeaders, requireHost, ...crossOrigin(config.corsOrigins));
  app.use(compression());

  const { searchBody, textBody, editBody, uploadBody } = bodyReaders(config);
  app
    .route('/v1/search')
    // A HEAD would cost what a GET costs, and answer nothing.
    .head(GET_OR_POST)
    .get(keyed('search'), searchByAddressRoute(search))
    .post(keyed('search'), takes(), searchBody, searchRoute(search))
    .all(GET_OR_POST);
  app.route('/v1/similar').post(keyed('similar'), takes(), textBody, similarRoute(search)).all(POST);
  app.route('/v1/pricing').get(takes(), pricingRoute(parts.pricing)).all(GET);
  accountRoutes(app, parts, textBody);
  app.route('/v1/warm').get(keyed(null), takes(), warmRoute(parts.stackStatus)).all(GET);
  app.route('/v1/collection').get(keyed(null), takes(), collectionRoute(assets)).all(GET);
  app.route('/v1/asset/direct/:assetId').get(keyed('asset'), takes('v'), directFileRoute(assets)).all(GET);
  app.route('/v1/asset/:queryId/:assetId').get(takes('v'), queryFileRoute(assets)).all(GET);
  app
    .route('/v1/asset/:assetId')
    .get(keyed('asset'), takes(...USE_PARAMS), assetRoute(assets))
    .patch(keyed('ingest'), takes(), editBody, editRoute(uploads))
    .delete(keyed('ingest'), takes(), removeRoute(uploads))
    .all(ASSET);
  app.route('/v1/asset').post(keyed('ingest'), takes(), uploadBody, uploadRoute(uploads)).all(POST);
  app.route('/v1/download/:token').get(takes(), downloadRoute(assets.rights)).all(GET);
  app
    .route('/mcp')
    .post(mcpKey(admission), takes('max_credits'), textBody, mcpRoute(admission, parts.mcp))
    .all(POST);
  app.route('/openapi.json').get(takes(), contractRoute(config.docsUrl)).all(GET);
  for (const [path, handlers] of docsRoutes()) app.route(path).get(takes(), handlers).all(GET);
  // The console reads its own parameters, and a link to it may carry those of the page that it is on.
  const imageOrigins = () => [...config.consoleImageOrigins, new URL(assets.addresses.baseUrl).origin];
  for (const [path, handlers] of consoleRoutes(imageOrigins, logger)) app.route(path).get(handlers).all(GET);

  app.use(() => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
  app.use(errorHandler(logger));
  return app;
}

function accountRoutes(app: Express, parts: AppParts, textBody: RequestHandler): void {
  const { usage, rateLimiter, ownKeys, admission } = parts;
  const keyed = admission.keyed.bind(admission);
  app.route('/v1/usage').get(keyed('usage'), takes(), usageRoute(usage, rateLimiter)).all(GET);
  app.route('/v1/usage/days').get(keyed('account'), takes('days'), usageByDayRoute(usage)).all(GET);
  app
    .route('/v1/keys')
    .get(keyed('account'), takes(), ownKeysRoute(ownKeys))
    .post(keyed('account'), takes(), textBody, newKeyRoute(ownKeys))
    .all(KEYS);
  app
    .route('/v1/keys/:keyId')
    .patch(keyed('account'), takes(), textBody, renameKeyRoute(ownKeys))
    .delete(keyed('account'), takes(), revokeKeyRoute(ownKeys))
    .all(KEY);
  app
    .route('/v1/keys/:keyId/rotate')
    .post(keyed('account'), takes(), textBody, rotateKeyRoute(ownKeys))
    .all(POST);
}

/** Readers of bodies, which share one budget of memory. */
function bodyReaders({ bodiesBytesMax }: GatewayConfig) {
  const bodies = new BodyBudget(bodiesBytesMax);
  const bodyOf = (bytesMax: number) => jsonBody(bodies, () => ({ bytesMax }));
  return {
    searchBody: jsonBody(bodies, (response) => searchBodyLimit(accountOf(response).plan)),
    textBody: bodyOf(TEXT_BYTES_MAX),
    editBody: bodyOf(EDIT_BODY_BYTES_MAX),
    uploadBody: bodyOf(UPLOAD_BODY_BYTES_MAX),
  };
}

/** `GET /v1/pricing`: the price list, without a key (specification, section 4.5). */
function pricingRoute(pricing: Pricing): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(pricing);
  };
}

const WARM_RETRY_AFTER_S = 2;

/** `GET /v1/warm`: whether each service is ready; the check wakes a sleeping service (specification, section 4.4). */
function warmRoute(stackStatus: StackStatus): RequestHandler {
  return async (_request, response) => {
    const readiness = readinessOf(await stackStatus.latest(), 'caller');
    if (!readiness.ready) response.set('Retry-After', String(WARM_RETRY_AFTER_S));
    response.status(readiness.ready ? 200 : 503).json(readiness);
  };
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
