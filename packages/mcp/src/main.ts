import { ImageSearch } from '@imagesearch/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { loadConfig } from './config.js';
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

try {
  await main();
} catch (error) {
  process.exitCode = 2;
  // Standard output carries the protocol.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
