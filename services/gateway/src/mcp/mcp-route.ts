import type { Request, RequestHandler, Response } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { CreditBudget } from '@imagesearch/mcp/credit-budget';
import { answerMessage, callsTheApi } from '@imagesearch/mcp/http-exchange';
import type { GatewayContext } from '../context.js';
import { callOf } from '../http/call.js';
import { admitWithinLimits, keyOf } from '../http/middleware/keyed.js';
import { requestIdOf } from '../http/middleware/request-id.js';
import { authenticate } from '../keys/authenticate.js';
import { loopbackClient } from './loopback-client.js';

const SESSION_HEADER = 'Mcp-Session-Id';
const PASSED_HEADERS = ['Accept', 'Content-Type', 'Mcp-Protocol-Version'];
/** Errors of JSON-RPC and of the protocol, for what the protocol defines itself. */
const INVALID_REQUEST = { status: 400, code: -32600, message: 'This session needs its Mcp-Session-Id.' };
const SESSION_NOT_FOUND = { status: 404, code: -32001, message: 'Session not found' };
type ProtocolError = typeof INVALID_REQUEST;

/** Checks the key before the body is read. MCP clients send it in `X-API-Key` or as a bearer token. */
export function mcpKey(context: GatewayContext): RequestHandler {
  return async (request, response, next) => {
    const key = await authenticate(sentKey(request), context);
    context.keyUsage.record(key.id);
    response.locals['key'] = key;
    next();
  };
}

/**
 * `POST /mcp`: one message of the Model Context Protocol. A call of a tool is a request to the API with the caller's key,
 * and counts as that one. Any other message counts here.
 */
export function mcpRoute(context: GatewayContext): RequestHandler {
  return async (request, response) => {
    const message: unknown = request.body;
    if (Array.isArray(message))
      throw invalid({ loc: ['body'], msg: 'Send one message.', type: 'object_type' });
    const { id: keyId, account } = keyOf(response);
    if (!callsTheApi(message)) await admitWithinLimits(response, account, context);

    const budget = budgetOf(request, response, keyId, context);
    if (!(budget instanceof CreditBudget)) {
      refuse(response, budget);
      return;
    }
    const { signal } = callOf(request, response, context.config.searchTimeoutMs);
    const client = loopbackClient(context, {
      apiKey: sentKey(request) ?? '',
      requestId: requestIdOf(response),
    });
    const headers = new Headers(PASSED_HEADERS.map((name) => [name, request.get(name) ?? '']));
    if (!request.get('Mcp-Protocol-Version')) headers.delete('Mcp-Protocol-Version');
    const exchange = { url: context.loopback.url + '/mcp', headers, message };
    const { status, json } = await answerMessage(exchange, { client, budget }, signal).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
        throw new AppError('cancelled', 'The request was cancelled.', { cause: error });
      },
    );
    response.status(status).set('Cache-Control', 'private, no-store');
    if (json === null) response.end();
    else response.type('json').send(json);
  };
}

function sentKey(request: Request): string | undefined {
  return request.get('X-API-Key') ?? /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
}

/** The budget of the message's session. Only `?max_credits=` in the address makes one. */
function budgetOf(
  request: Request,
  response: Response,
  keyId: string,
  { mcpSessions }: GatewayContext,
): CreditBudget | ProtocolError {
  const max = maxCreditsOf(request);
  const isStart = (request.body as { method?: unknown } | null)?.method === 'initialize';
  if (isStart && max !== null) response.set(SESSION_HEADER, mcpSessions.start(keyId, max));
  const sessionId = request.get(SESSION_HEADER);
  if (isStart || (sessionId === undefined && max === null)) return new CreditBudget(max);
  if (sessionId === undefined) return INVALID_REQUEST;
  return mcpSessions.budgetOf(sessionId, keyId) ?? SESSION_NOT_FOUND;
}

/** @throws AppError `invalid_request` */
function maxCreditsOf({ query }: Request): number | null {
  const { max_credits: given } = query;
  if (given === undefined) return null;
  if (typeof given === 'string' && /^\d{1,9}$/.test(given)) return Number(given);
  throw invalid({ loc: ['query', 'max_credits'], msg: 'max_credits is a whole number.', type: 'int_type' });
}

function refuse(response: Response, { status, code, message }: ProtocolError): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
