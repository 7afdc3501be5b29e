import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { OwnKeyRoutes } from './accounts/key-routes.js';
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
import { OPERATIONS, type OperationId } from './contract/document.js';
import type { Operation } from './contract/operation.js';
import { PARAMETERS } from './contract/parameters.js';
import { contractRoute, docsAssetRoutes, docsRoute } from './contract/routes.js';
import type { GatewayEvents } from './events.js';
import { readinessOf } from './health/readiness.js';
import type { StackStatus } from './health/stack-status.js';
import { TEXT_BYTES_MAX } from './http/body-limit.js';
import { BodyBudget, jsonBody } from './http/body.js';
import { errorHandler } from './http/error-handler.js';
import { crossOrigin, requireHost, secureDocsHeaders, secureHeaders } from './http/headers.js';
import { takes } from './http/request.js';
import { observed, requestId } from './http/telemetry.js';
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
  ownKeys: OwnKeyRoutes;
  stackStatus: StackStatus;
  search: SearchParts;
  assets: AssetParts;
  uploads: UploadParts;
  mcp: McpParts;
}

/** The public HTTP contract (specification, section 4). */
export function createApp(parts: AppParts): Express {
  const { config, logger, events, admission, assets } = parts;
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
  routeOperations(app, admission, bodies, handlersOf(parts));
  const mcpBody = jsonBody(bodies, () => ({ bytesMax: TEXT_BYTES_MAX }));
  app
    .route('/mcp')
    .post(mcpKey(admission), takes('max_credits'), mcpBody, mcpRoute(admission, parts.mcp))
    .all(allowOnly('POST'));
  for (const [path, handler] of docsAssetRoutes()) app.route(path).get(takes(), handler).all(GET);
  // The console reads its own parameters, and a link to it may carry those of the page that it is on.
  const imageOrigins = () => [...config.consoleImageOrigins, new URL(assets.addresses.baseUrl).origin];
  for (const [path, handlers] of consoleRoutes(imageOrigins, logger)) app.route(path).get(handlers).all(GET);

  app.use(() => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
  app.use(errorHandler(logger));
  return app;
}

const GET = allowOnly('GET', 'HEAD');

/** Each takes the parameters that its path names. */
type Handlers = Record<OperationId, RequestHandler<never>>;

function handlersOf({ search, assets, uploads, usage, ownKeys, ...parts }: AppParts): Handlers {
  return {
    search: searchRoute(search),
    searchByAddress: searchByAddressRoute(search),
    findSimilar: similarRoute(search),
    getAsset: assetRoute(assets),
    addAsset: uploadRoute(uploads),
    editAsset: editRoute(uploads),
    deleteAsset: removeRoute(uploads),
    getFileOfAnswer: queryFileRoute(assets),
    getFile: directFileRoute(assets),
    download: downloadRoute(assets.rights),
    getUsage: usageRoute(usage, parts.rateLimiter),
    getUsageByDay: usageByDayRoute(usage),
    ...ownKeys,
    warm: warmRoute(parts.stackStatus),
    getCollection: collectionRoute(assets),
    getPricing: pricingRoute(parts.pricing),
    getContract: contractRoute(parts.config.docsUrl),
    readContract: docsRoute,
  };
}

/** Routes every operation as the contract describes it: its key before its parameters, and these before its body. */
function routeOperations(app: Express, admission: Admission, bodies: BodyBudget, handlers: Handlers): void {
  for (const [path, ids] of operationsByPath()) {
    const route = app.route(path.replace(/\{(\w+)\}/g, (_all, name: string) => `:${camelCased(name)}`));
    const allowed = ids.flatMap(methodsOf);
    const others = allowOnly(...METHODS.filter((method) => allowed.includes(method)));
    // Express would answer it like a GET.
    if (!allowed.includes('HEAD')) route.head(others);
    for (const id of ids) {
      const { method, key, parameters = [], body }: Operation = OPERATIONS[id];
      const before: RequestHandler[] = [];
      if (key !== undefined) before.push(admission.keyed(key === 'any' ? null : key));
      // A search by address reads its own parameters, and names all of their faults at once.
      if (id !== 'searchByAddress') before.push(takes(...namesInQuery(parameters)));
      if (body !== undefined) before.push(bodyReader(bodies, body));
      // The path has the parameters that the handler takes.
      route[method](...before, handlers[id] as RequestHandler);
    }
    route.all(others);
  }
}

/** Fixed paths come before those with a parameter in their place. */
function operationsByPath(): [path: string, ids: OperationId[]][] {
  const ids = Object.keys(OPERATIONS) as OperationId[];
  const paths = [...new Set(ids.map((id) => OPERATIONS[id].path))];
  return paths
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => [path, ids.filter((id) => OPERATIONS[id].path === path)]);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** A HEAD would cost what a search by address costs, and answer nothing. */
function methodsOf(id: OperationId): string[] {
  const method = OPERATIONS[id].method.toUpperCase();
  return method === 'GET' && id !== 'searchByAddress' ? [method, 'HEAD'] : [method];
}

function namesInQuery(parameters: readonly string[]): string[] {
  return parameters.flatMap((name) => (PARAMETERS[name]?.in === 'query' ? PARAMETERS[name].name : []));
}

const camelCased = (name: string): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** All readers share one budget of memory. */
function bodyReader(
  bodies: BodyBudget,
  { schema, bytesMax = TEXT_BYTES_MAX }: Required<Operation>['body'],
): RequestHandler {
  return jsonBody(bodies, (response) =>
    schema === 'SearchRequest' ? searchBodyLimit(accountOf(response).plan) : { bytesMax },
  );
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
