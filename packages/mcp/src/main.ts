import { ImageSearch } from '@imagesearch/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { CreditBudget } from './credit-budget.js';
import { createMcpServer } from './mcp-server.js';

/** The MCP server on standard input and output: one process is one session. */
async function main(): Promise<void> {
  const { baseUrl, apiKey, maxCredits } = loadConfig(process.env);
  const server = createMcpServer({
    client: new ImageSearch({ baseUrl, apiKey }),
    budget: new CreditBudget(maxCredits),
  });
  const stop = (): void => void server.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdin.once('end', stop);
  await server.connect(new StdioServerTransport());
}

const schema = z.object({
  IMAGE_SEARCH_URL: z.url({ protocol: /^https?$/ }).describe('address of the image search'),
  IMAGE_SEARCH_API_KEY: z.string().min(1),
  IMAGE_SEARCH_MAX_CREDITS: z.coerce.number().int().min(0).optional(),
});

interface McpConfig {
  baseUrl: string;
  apiKey: string;
  /** What one session may spend; null without a bound. */
  maxCredits: number | null;
}

/** @throws Error that names every variable that is missing or wrong. */
function loadConfig(env: Readonly<Record<string, string | undefined>>): McpConfig {
  const { data, error } = schema.safeParse(env);
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The environment is not complete.\n${faults.join('\n')}`);
  }
  return {
    baseUrl: data.IMAGE_SEARCH_URL,
    apiKey: data.IMAGE_SEARCH_API_KEY,
    maxCredits: data.IMAGE_SEARCH_MAX_CREDITS ?? null,
  };
}

try {
  await main();
} catch (error) {
  process.exitCode = 2;
  // Standard output carries the protocol.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
