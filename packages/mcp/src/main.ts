import { ImageSearch } from '@imagesearch/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { CreditBudget } from './credit-budget.js';
import { createMcpServer } from './mcp-server.js';

/** The MCP server on standard input and output: one process is one session. */
async function main(): Promise<void> {
  const { data: env, error } = schema.safeParse(process.env);
  if (error) throw new Error(`The environment is not complete.\n${z.prettifyError(error)}`);
  const server = createMcpServer({
    client: new ImageSearch({ baseUrl: env.IMAGE_SEARCH_URL, apiKey: env.IMAGE_SEARCH_API_KEY }),
    budget: new CreditBudget(env.IMAGE_SEARCH_MAX_CREDITS ?? null),
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

try {
  await main();
} catch (error) {
  process.exitCode = 2;
  // Standard output carries the protocol.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
