import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { readinessOf } from './readiness.js';

const RETRY_AFTER_S = 2;

/** `GET /v1/warm`: whether each service is ready; the check wakes a sleeping service (specification, section 4.4). */
export function warmRoute(context: GatewayContext): RequestHandler {
  return async (_request, response) => {
    const readiness = readinessOf(await context.stackStatus.latest(), 'caller');
    if (!readiness.ready) response.set('Retry-After', String(RETRY_AFTER_S));
    response.status(readiness.ready ? 200 : 503).json(readiness);
  };
}
