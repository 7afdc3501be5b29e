import type { Request, RequestHandler, Response } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { CreditBudget } from '@imagesearch/mcp/credit-budget';
import type { HttpMessage, HttpReply } from '@imagesearch/mcp/http-exchange';
import { callOf, parametersOf } from '../http/request.js';
import { requestIdOf } from '../http/telemetry.js';
import { keyOf, type Admission } from '../keys/admission.js';
import { loopbackClient, type OwnAddresses } from './loopback-client.js';
import type { McpSessions } from './sessions.js';

const SESSION_HEADER = 'Mcp-Session-Id';
const PASSED_HEADERS = ['Accept', 'Content-Type', 'Mcp-Protocol-Version'];
/** Errors of JSON-RPC and of the protocol, for what the protocol defines itself. */
const INVALID_REQUEST = { status: 400, code: -32600, message: 'This session needs its Mcp-Session-Id.' };
const SESSION_NOT_FOUND = { status: 404, code: -32001, message: 'Session not found' };
type ProtocolError = typeof INVALID_REQUEST;

export interface McpParts {
  sessions: McpSessions;
  addresses: OwnAddresses;
  searchTimeoutMs: number;
}

/**
 * Admits a message before its body is read, whatever it turns out to be. MCP clients send the key in `X-API-Key` or as a
 * bearer token.
 */
export function mcpKey(admission: Admission): RequestHandler {
  return async (request, response, next) => {
    const { account } = await admission.authenticate(sentKey(request), response);
    response.locals['refusal'] = await admission
      .withinLimits(request, response, account)
      .then(() => undefined, refusalIn);
    next();
  };
}

/**
 * `POST /mcp`: one message of the Model Context Protocol. A call of a tool is a request to the API with the caller's key,
 * which needs no admission of its own. One that the limits refuse goes on to the API all the same, which refuses it in the
 * words of the tool; any other message is refused here.
 */
export function mcpRoute(
  admission: Admission,
  { sessions, addresses, searchTimeoutMs }: McpParts,
): RequestHandler {
  return async (request, response) => {
    const message: unknown = request.body;
    // The protocol's library takes 0.15 s to load, and most gateways hear no agent.
    const { answerMessage, callsTheApi } = await import('@imagesearch/mcp/http-exchange');
    if (Array.isArray(message))
      throw invalid({ loc: ['body'], msg: 'Send one message.', type: 'object_type' });
    const { id: keyId, account } = keyOf(response);
    const refusal = response.locals['refusal'] as AppError | undefined;
    if (refusal && !callsTheApi(message)) throw refusal;

    const budget = budgetOf(request, response, keyId, sessions);
    if (!(budget instanceof CreditBudget)) {
      refuse(response, budget);
      return;
    }
    const handed = refusal ? undefined : admission.hand(account.id);
    const client = loopbackClient(addresses, {
      searchTimeoutMs,
      apiKey: sentKey(request) ?? '',
      requestId: requestIdOf(response),
      admission: handed,
    });
    try {
      const { signal } = callOf(request, response, searchTimeoutMs);
      const { status, json } = await answered(
        answerMessage(exchangeOf(request, addresses), { client, budget }, signal),
        signal,
      );
      response.status(status);
      if (json === null) response.end();
      else response.type('json').send(json);
    } finally {
      if (handed !== undefined) admission.endHanded(handed);
    }
  };
}

function refusalIn(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'rate_limited') return error;
  throw error;
}

function exchangeOf(request: Request, { localUrl }: OwnAddresses): HttpMessage {
  const headers = new Headers(PASSED_HEADERS.map((name) => [name, request.get(name) ?? '']));
  if (!request.get('Mcp-Protocol-Version')) headers.delete('Mcp-Protocol-Version');
  return { url: localUrl + '/mcp', headers, message: request.body };
}

async function answered(reply: Promise<HttpReply>, signal: AbortSignal): Promise<HttpReply> {
  try {
    return await reply;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new AppError('cancelled', 'The request was cancelled.', { cause: error });
  }
}

function sentKey(request: Request): string | undefined {
  return request.get('X-API-Key') ?? /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
}

/** The budget of the message's session. Only `?max_credits=` in the address makes one. */
function budgetOf(
  request: Request,
  response: Response,
  keyId: string,
  sessions: McpSessions,
): CreditBudget | ProtocolError {
  const max = maxCreditsOf(request);
  const isStart = (request.body as { method?: unknown } | null)?.method === 'initialize';
  if (isStart && max !== null) response.set(SESSION_HEADER, sessions.start(keyId, max));
  const sessionId = request.get(SESSION_HEADER);
  if (isStart || (sessionId === undefined && max === null)) return new CreditBudget(max);
  if (sessionId === undefined) return INVALID_REQUEST;
  return sessions.budgetOf(sessionId, keyId) ?? SESSION_NOT_FOUND;
}

/** @throws AppError `invalid_request` */
function maxCreditsOf(request: Request): number | null {
  const [given, ...others] = parametersOf(request).get('max_credits') ?? [];
  if (given === undefined) return null;
  if (others.length === 0 && /^\d{1,9}$/.test(given)) return Number(given);
  throw invalid({ loc: ['query', 'max_credits'], msg: 'max_credits is a whole number.', type: 'int_type' });
}

function refuse(response: Response, { status, code, message }: ProtocolError): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
