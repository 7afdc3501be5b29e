import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const MAIN = join(import.meta.dirname, '../../../packages/mcp/bin/imagesearch-mcp.js');

export interface Opened {
  client: Client;
  close: () => Promise<void>;
}

/** Connects the official client with a key, and with a bound on credits if one is given. */
export type Connect = (baseUrl: string, apiKey: string, maxCredits?: number) => Promise<Opened>;

export async function connectStdio(baseUrl: string, apiKey: string, maxCredits?: number): Promise<Opened> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    IMAGE_SEARCH_URL: baseUrl,
    IMAGE_SEARCH_API_KEY: apiKey,
    ...(maxCredits !== undefined && { IMAGE_SEARCH_MAX_CREDITS: String(maxCredits) }),
  };
  return opened(new StdioClientTransport({ command: process.execPath, args: [MAIN], env }));
}

async function connectHttp(baseUrl: string, apiKey: string, maxCredits?: number): Promise<Opened> {
  const url = new URL('/mcp', baseUrl);
  if (maxCredits !== undefined) url.searchParams.set('max_credits', String(maxCredits));
  const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
  return opened(new StreamableHTTPClientTransport(url, { requestInit }));
}

export const TRANSPORTS: [string, Connect][] = [
  ['stdio', connectStdio],
  ['HTTP', connectHttp],
];

export async function opened(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Opened> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return { client, close: () => client.close() };
}

/** A call of a tool. The client checks the answer against the output schema once it has listed the tools. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    content: result.content,
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}
