import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CancelledNotificationSchema,
  ClientRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer, isTool } from './mcp-server.js';
import type { Session } from './tools/tool.js';

export type { Session } from './tools/tool.js';

export interface HttpMessage {
  url: string;
  /** `Accept`, `Content-Type` and `Mcp-Protocol-Version` matter. */
  headers: Headers;
  /** The parsed body: one JSON-RPC message. */
  message: unknown;
}

export interface HttpReply {
  status: number;
  /** Null for a notification. */
  json: string | null;
}

/**
 * Answers one message of the streamable HTTP transport with JSON, by a server that lives as long as the message does.
 * @param signal Fires when the caller disconnects; calls to the API are then aborted.
 * @throws the reason of the signal.
 */
export async function answerMessage(
  { url, headers, message }: HttpMessage,
  session: Session,
  signal: AbortSignal,
): Promise<HttpReply> {
  const refused = invalidParams(message);
  if (refused) return refused;
  const server = createMcpServer(session);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an abort rejects with its reason
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const request = new Request(url, { method: 'POST', headers });
    const response = await Promise.race([transport.handleRequest(request, { parsedBody: message }), aborted]);
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : text };
  } finally {
    signal.removeEventListener('abort', abort);
    // Aborts the handlers that still run.
    await server.close();
  }
}

/** Methods that the server answers. */
const METHODS = new Set(ClientRequestSchema.options.map(({ shape: { method } }) => method.value as string));

/** The library answers parameters that do not fit as an error of the server, with its own report. */
function invalidParams(message: unknown): HttpReply | undefined {
  if (!isJSONRPCRequest(message) || !METHODS.has(message.method)) return undefined;
  if (ClientRequestSchema.safeParse(message).success) return undefined;
  const error = {
    code: ErrorCode.InvalidParams,
    message: `The parameters of ${message.method} are missing or not valid.`,
  };
  return { status: 200, json: JSON.stringify({ jsonrpc: '2.0', id: message.id, error }) };
}

/** The id of the request that a message cancels; undefined for any other message. */
export function cancelledBy(message: unknown): string | number | undefined {
  const { data } = CancelledNotificationSchema.safeParse(message);
  return data?.params.requestId;
}

/** Whether a message makes a request to the API, which counts towards the limits of the account by itself. */
export function callsTheApi(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'resources/read' || (method === 'tools/call' && isTool(params?.name));
}
