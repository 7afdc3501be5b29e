import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { TEXT_BYTES_MAX } from '../http/body-limit.js';
import { jsonBody, type BodyBudget } from '../http/body.js';
import { COMMANDS } from './operations.js';
import type { OperatorStores } from './commands.js';
import { ACTOR_HEADER, perform } from './perform.js';

interface OperatorRoutesDeps {
  stores: OperatorStores;
  /** What a caller sends as `Authorization: Bearer <token>`. */
  token: string;
  bodies: BodyBudget;
  logger: Logger;
}

/** `POST /operator/<operation>` with the operation's input as JSON; answers its `CommandResult`. */
export function operatorRoutes({ stores, token, bodies, logger }: OperatorRoutesDeps): Router {
  const router = express.Router();
  router.use(requireToken(token));
  const body = jsonBody(bodies, () => ({ bytesMax: TEXT_BYTES_MAX }));
  for (const operation of Object.keys(COMMANDS)) {
    router.post(`/${operation}`, body, async (request, response) => {
      const given = request.body as unknown;
      const result = await perform(stores, operation, { given, actor: actorOf(request) });
      logger.info({ operation }, 'an operator changed or read accounts');
      response.set('Cache-Control', 'no-store').json(result);
    });
  }
  return router;
}

const ACTOR_CHARS_MAX = 100;

function actorOf(request: Request): string {
  return request.get(ACTOR_HEADER)?.slice(0, ACTOR_CHARS_MAX) ?? 'token';
}

function requireToken(token: string): RequestHandler {
  return (request, _response, next) => {
    const [scheme, given = ''] = (request.get('Authorization') ?? '').split(' ');
    if (scheme !== 'Bearer') {
      throw new AppError('auth_missing', 'Send the operator token: Authorization: Bearer <token>.');
    }
    if (!timingSafeEqual(digestOf(given), digestOf(token)))
      throw new AppError('auth_invalid', 'This operator token is not valid.');
    next();
  };
}

/** Of equal length for any two texts. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
