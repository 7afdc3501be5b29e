import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';

/** `GET /v1/pricing`: the price list, without a key (specification, section 4.5). */
export function pricingRoute({ pricing }: GatewayContext): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(pricing);
  };
}
