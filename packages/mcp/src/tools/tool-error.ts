import { isImageSearchError } from '@imagesearch/sdk';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** An error of a tool: its type and the words of the API, which the model can act on. */
export function toolError(error: unknown): CallToolResult {
  if (!isImageSearchError(error)) throw error;
  const facts = [
    ...Object.entries(error.ctx).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(error.retryAfterMs === null ? [] : [`try again after ${Math.ceil(error.retryAfterMs / 1_000)} s`]),
    ...(error.requestId === null ? [] : [`request ${error.requestId}`]),
  ];
  return refused(error.type, facts.length === 0 ? error.message : `${error.message} (${facts.join('; ')})`);
}

export function refused(type: string, message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${type}: ${message}` }] };
}
