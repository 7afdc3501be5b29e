import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type ImageSearch, type ImageSearchError, isImageSearchError } from '@imagesearch/sdk';
import type { CreditBudget } from '../credit-budget.js';

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (session: Session, call: ToolCall) => Promise<CallToolResult>;
}

/** Every tool only reads; a search costs credits, so a second call is not free of effects. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };

/** A tool as `tools/list` describes it. */
export function described({ name, title, description, input, output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input),
    outputSchema: jsonSchemaOf(output),
    annotations: { title, ...ANNOTATIONS },
  };
}

/** The same answer for programs and, as text, for models that read text only. */
export function answered(
  structured: Record<string, unknown>,
  more: CallToolResult['content'] = [],
): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }, ...more],
    structuredContent: structured,
  };
}

function jsonSchemaOf(schema: z.ZodObject): { type: 'object'; [key: string]: unknown } {
  return { ...z.toJSONSchema(schema, { io: 'input' }), type: 'object' };
}

/** What the tools of one session work with. */
export interface Session {
  /** Carries the API key of the session. */
  client: ImageSearch;
  budget: CreditBudget;
  /** Why the limits of the account refuse a call of the API, whatever it asks; undefined where they allow one. */
  refusal?: ImageSearchError | undefined;
}

/** One call of a tool. */
export interface ToolCall {
  /** As the model gave them; the API checks them. */
  arguments: Record<string, unknown>;
  /** Fires when the caller cancels or disconnects. */
  signal: AbortSignal;
}

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
