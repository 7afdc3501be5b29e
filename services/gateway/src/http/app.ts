import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { errorHandler } from './middleware/error-handler.js';
import { requestId } from './middleware/request-id.js';
import { assetRoute } from './routes/asset.js';
import { downloadRoute } from './routes/download.js';
import { directFileRoute, queryFileRoute } from './routes/file.js';
import { pricingRoute } from './routes/pricing.js';
import { searchRoute } from './routes/search.js';
import { similarRoute } from './routes/similar.js';
import { warmRoute } from './routes/warm.js';

/** A picture of 5 MiB in base64 (6.7 MiB) and the rest of its body. */
const BODY_LIMIT = '8mb';

/** The public HTTP contract (specification, section 4). */
export function createApp(context: GatewayContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(requestId);

  const readJson = [requireJson, express.json({ limit: BODY_LIMIT, type: () => true })];
  app.route('/v1/search').post(readJson, searchRoute(context)).all(allowOnly('POST'));
  app.route('/v1/similar').post(readJson, similarRoute(context)).all(allowOnly('POST'));
  app.route('/v1/pricing').get(pricingRoute(context)).all(allowOnly('GET', 'HEAD'));
  app.route('/v1/warm').get(warmRoute(context)).all(allowOnly('GET', 'HEAD'));
  app.route('/v1/asset/direct/:assetId').get(directFileRoute(context)).all(allowOnly('GET', 'HEAD'));
  app.route('/v1/asset/:queryId/:assetId').get(queryFileRoute(context)).all(allowOnly('GET', 'HEAD'));
  app.route('/v1/asset/:assetId').get(assetRoute(context)).all(allowOnly('GET', 'HEAD'));
  app.route('/v1/download/:token').get(downloadRoute(context)).all(allowOnly('GET', 'HEAD'));

  app.use(() => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
  app.use(errorHandler(context.logger));
  return app;
}

/** Authentication comes first for a reader; a body that is not JSON is refused before it is read. */
const requireJson: RequestHandler = (request, _response, next) => {
  if (!request.is('application/json')) {
    throw new AppError('content_type_unsupported', 'Send the body as Content-Type: application/json.');
  }
  next();
};

function allowOnly(...methods: string[]): RequestHandler {
  return () => {
    const allow = methods.join(', ');
    throw new AppError('method_not_allowed', `This address takes ${allow}.`, { ctx: { allow } });
  };
}
