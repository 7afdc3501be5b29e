import type { RequestHandler } from 'express';
import { contractDocument } from '../openapi/document.js';

const CACHE_CONTROL = 'public, max-age=300';

/** `GET /openapi.json`: the contract, for programs. */
export function contractRoute(): RequestHandler {
  const document = JSON.stringify(contractDocument());
  return (_request, response) => {
    response.set('Cache-Control', CACHE_CONTROL).type('application/json').send(document);
  };
}
