import type { Request, RequestHandler, Response } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { ImageSearchError } from '@imagesearch/sdk';
import { CreditBudget } from '@imagesearch/mcp/credit-budget';
import type { HttpMessage, HttpReply } from '@imagesearch/mcp/http-exchange';
import { ERRORS } from '../http/errors.js';
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
 * which needs no admission of its own. One that the limits refuse is answered in the words of the tool; any other message is
 * refused here, except one that cancels a call: that one gives a place back.
 */
export function mcpRoute(admission: Admission, parts: McpParts): RequestHandler {
  const { sessions, addresses, searchTimeoutMs } = parts;
  return async (request, response) => {
    const message: unknown = request.body;
    // The protocol's library takes 0.15 s to load, and most gateways hear no agent.
    const { answerMessage, callsTheApi, cancelledBy } = await import('@imagesearch/mcp/http-exchange');
    if (Array.isArray(message))
      throw invalid({ loc: ['body'], msg: 'Send one message.', type: 'object_type' });
    const { id: keyId, account } = keyOf(response);
    const refusal = response.locals['refusal'] as AppError | undefined;
    const cancelledId = cancelledBy(message);
    if (refusal && cancelledId === undefined && !callsTheApi(message)) throw refusal;

    const session = sessionOf(request, response, keyId, sessions);
    if ('status' in session) {
      refuse(response, session);
      return;
    }
    const { id: sessionId, budget } = session;
    if (sessionId !== undefined && cancelledId !== undefined) sessions.cancel(sessionId, cancelledId);
    const handed = refusal ? undefined : admission.hand(account.id);
    const client = loopbackClient(addresses, {
      searchTimeoutMs,
      apiKey: sentKey(request) ?? '',
      requestId: requestIdOf(response),
      admission: handed,
    });
    const asked = { client, budget, refusal: refusal && refusalForTools(refusal, response) };
    const exchange = exchangeOf(request, addresses);
    const { signal } = callOf(request, response, searchTimeoutMs);
    try {
      const work = (cancelled: AbortSignal) =>
        answered((stopped) => answerMessage(exchange, asked, stopped), { signal, cancelled });
      const { status, json } = await sessions.run(sessionId, idOf(message), work);
      response.status(status);
      if (json === null) response.end();
      else response.type('json').send(json);
    } finally {
      if (handed !== undefined) admission.endHanded(handed);
    }
  };
}

/** The id of a request; undefined for a message that has none, which nothing cancels. */
function idOf(message: unknown): unknown {
  return (message as { id?: unknown } | null)?.id;
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

/** Of a call that the agent cancels nothing is answered, as the protocol has it. */
const CANCELLED: HttpReply = { status: 202, json: null };

interface Stops {
  /** Fires when the caller disconnects. */
  signal: AbortSignal;
  /** Fires when another message cancels this one. */
  cancelled: AbortSignal;
}

async function answered(
  reply: (stopped: AbortSignal) => Promise<HttpReply>,
  { signal, cancelled }: Stops,
): Promise<HttpReply> {
  try {
    return await reply(AbortSignal.any([signal, cancelled]));
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled.', { cause: error });
    if (cancelled.aborted) return CANCELLED;
    throw error;
  }
}

/** The refusal as the client of the API would report it, for a tool to put into words. */
function refusalForTools({ code, message, ctx }: AppError, response: Response): ImageSearchError {
  return new ImageSearchError(message, {
    type: code,
    status: ERRORS[code].status,
    faults: [{ loc: [], msg: message, type: code, input: null, ctx }],
    requestId: requestIdOf(response),
    retryAfterMs: Number(response.get('Retry-After')) * 1_000,
  });
}

function sentKey(request: Request): string | undefined {
  return request.get('X-API-Key') ?? /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
}

interface MessageSession {
  /** Undefined for a caller that sends messages without a session. */
  id: string | undefined;
  budget: CreditBudget;
}

/** The session of a message. `initialize` starts one, with a bound if the address has `?max_credits=`. */
function sessionOf(
  request: Request,
  response: Response,
  keyId: string,
  sessions: McpSessions,
): MessageSession | ProtocolError {
  const max = maxCreditsOf(request);
  const isStart = (request.body as { method?: unknown } | null)?.method === 'initialize';
  if (isStart) response.set(SESSION_HEADER, sessions.start(keyId, max));
  const id = request.get(SESSION_HEADER);
  if (isStart || (id === undefined && max === null))
    return { id: undefined, budget: new CreditBudget(max, max !== null) };
  if (id === undefined) return INVALID_REQUEST;
  const budget = sessions.budgetOf(id, keyId);
  // The address of a session stays the same.
  return budget && (max === null || budget.max !== null) ? { id, budget } : SESSION_NOT_FOUND;
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
