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
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { isImageSearchError } from '@imagesearch/sdk';
import { type Session, described, type Tool, toolError } from './tools/tool.js';
import { findSimilarImages, searchImages } from './tools/search-images.js';
import { getImage } from './tools/get-image.js';
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
  const mcp = new McpServer(SERVER, { instructions: INSTRUCTIONS });
  const { server } = mcp;
  // Given to the constructor, they would announce lists that change.
  server.registerCapabilities({ tools: {}, resources: {}, prompts: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOLS.values()].map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.get(params.name);
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`);
    try {
      if (session.refusal) throw session.refusal;
      return await tool.run(session, { arguments: given(params.arguments), signal });
    } catch (error) {
      return toolError(error);
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [IMAGE_TEMPLATE],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    readImage(params.uri, session, signal),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [ILLUSTRATE_PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== ILLUSTRATE_PROMPT.name)
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(params.name)}.`);
    return illustrate(params.arguments);
  });
  return mcp;
}

/** The arguments that a call has: a model whose schemas are strict sends null for each that it leaves out. */
function given(sent: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

const ILLUSTRATE_PROMPT = {
  name: 'illustrate_with_credits',
  title: 'Illustrate this text with credits',
  description: 'Chooses images for a text, with the right to use them and a credit line for each.',
  arguments: [
    { name: 'text', description: 'The text to illustrate.', required: true },
    { name: 'images', description: 'Number of images; 3 unless given.', required: false },
    { name: 'use', description: '"commercial" or "private"; commercial unless given.', required: false },
  ],
};

/** @throws McpError without a text. */
function illustrate(given: Record<string, string> = {}): GetPromptResult {
  const { text = '', images = '3', use = 'commercial' } = given;
  if (text.trim() === '') throw new McpError(ErrorCode.InvalidParams, 'The argument "text" is required.');
  const permitted =
    use === 'private'
      ? 'Prefer images whose commercial_use is "yes".'
      : 'Set filters.commercial to true. Never use an image whose commercial_use is "no" or "unknown".';
  const steps = [
    `Illustrate the text below with ${images} images.`,
    '1. Choose the passages that an image helps most.',
    `2. Search with search_images, one search for each passage and k of 10 at most; each search costs a credit. ${permitted}`,
    '3. Call get_image for each image that you choose. If "changes" is not "yes", use the image uncropped and unchanged.',
    '4. Return the text in Markdown with each image behind its passage, and below each image its credit.markdown, unchanged. If credit_required is "unknown", name the title and the page of the image.',
    '5. Close with a list of the images, their licences and what is unknown about them.',
  ];
  return {
    description: ILLUSTRATE_PROMPT.description,
    messages: [{ role: 'user', content: { type: 'text', text: `${steps.join('\n')}\n\n---\n\n${text}` } }],
  };
}

const SCHEME = 'image://';
/** The protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

const IMAGE_TEMPLATE = {
  uriTemplate: `${SCHEME}{asset_id}`,
  name: 'image',
  title: 'Image',
  description: 'Metadata and rights of an image, by the asset_id of a search result. Costs nothing.',
  mimeType: 'application/json',
};

/** @throws McpError with the words of the API. */
async function readImage(
  uri: string,
  { client, refusal }: Session,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  try {
    if (refusal) throw refusal;
    const { data } = await client.asset(assetIdOf(uri), { signal });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  } catch (error) {
    if (!isImageSearchError(error)) throw error;
    const code = error.status === 404 ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
    throw new McpError(code, error.message, { type: error.type, uri });
  }
}

function assetIdOf(uri: string): string {
  try {
    if (uri.startsWith(SCHEME)) return decodeURIComponent(uri.slice(SCHEME.length));
  } catch {
    // A percent sign without two digits.
  }
  throw new McpError(ErrorCode.InvalidParams, 'A resource has the form image://<asset_id>.', { uri });
}
