import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { ILLUSTRATE_PROMPT, illustrate } from './illustrate-prompt.js';
import { IMAGE_TEMPLATE, readImage } from './image-resource.js';
import type { Session } from './session.js';
import { findSimilarImages } from './tools/find-similar-images.js';
import { getImage } from './tools/get-image.js';
import { searchImages } from './tools/search-images.js';
import { described, type Tool } from './tools/tool.js';
import { toolError } from './tools/tool-error.js';
import { usage } from './tools/usage.js';

const SERVER = { name: 'imagesearch', title: 'Image search', version: '0.1.0' };
const INSTRUCTIONS =
  'Finds images that fit a brief and says of each whether it may be used and how to credit it. A search costs credits; ' +
  'look-ups are free. Show the credit line of every image that you use. "unknown" rights are not a permission.';

const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [searchImages, findSimilarImages, getImage, usage].map((tool) => [tool.name, tool]),
);

export function isTool(name: unknown): boolean {
  return typeof name === 'string' && TOOLS.has(name);
}

/**
 * The server of one session. Its requests are handled below its high-level interface, so that the API alone judges the
 * arguments of a tool, in its own words.
 */
export function createMcpServer(session: Session): McpServer {
  const mcp = new McpServer(SERVER, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  const { server } = mcp;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOLS.values()].map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`);
    try {
      return await tool.run(session, { arguments: params.arguments ?? {}, signal });
    } catch (error) {
      return toolError(error);
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [IMAGE_TEMPLATE] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    readImage(params.uri, session.client, signal),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [ILLUSTRATE_PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== ILLUSTRATE_PROMPT.name)
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(params.name)}.`);
    return illustrate(params.arguments);
  });
  return mcp;
}
