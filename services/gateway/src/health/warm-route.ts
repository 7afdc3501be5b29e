import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { checkReadiness } from './readiness.js';
import { callOf } from '../http/call.js';

const WARM_TIMEOUT_MS = 3_000;
const RETRY_AFTER_S = 2;

/** `GET /v1/warm`: whether each service is ready; the check wakes a sleeping service (specification, section 4.4). */
export function warmRoute(context: GatewayContext): RequestHandler {
  return async (request, response) => {
    const call = callOf(request, response, WARM_TIMEOUT_MS);
    const readiness = await checkReadiness(context.clients, call, 'caller');
    if (!readiness.ready) response.set('Retry-After', String(RETRY_AFTER_S));
    response.status(readiness.ready ? 200 : 503).json(readiness);
  };
}
