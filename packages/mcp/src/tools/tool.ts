import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Session, ToolCall } from '../session.js';

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
export function answered(structured: Record<string, unknown>, more: CallToolResult['content'] = []): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }, ...more],
    structuredContent: structured,
  };
}

function jsonSchemaOf(schema: z.ZodObject): { type: 'object'; [key: string]: unknown } {
  return { ...z.toJSONSchema(schema, { io: 'input' }), type: 'object' };
}
