import { z } from 'zod';
import type { CommandResult } from './command-result.js';
import type { Perform } from './command-runner.js';
import { OperatorError } from './operator-error.js';
import type { OperatorPort } from './running-gateway.js';

const REQUEST_TIMEOUT_MS = 30_000;

const resultSchema = z.object({
  facts: z.unknown(),
  head: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  secret: z.string().optional(),
  note: z.string().optional(),
});

const errorSchema = z.object({ detail: z.array(z.object({ msg: z.string() })), request_id: z.string() });

/** Carries out operations through the operator's port of a running gateway. */
export function performRemotely({ url, token }: OperatorPort): Perform {
  return async ({ name }, input) => {
    const response = await send(`${url}/operator/${name}`, token, input);
    const text = await response.text();
    if (!response.ok) throw new OperatorError(complaintOf(text, response.status, url));
    const { secret, note, ...result } = resultSchema.parse(JSON.parse(text));
    const optional = { ...(secret !== undefined && { secret }), ...(note !== undefined && { note }) };
    return { ...result, ...optional } satisfies CommandResult;
  };
}

async function send(address: string, token: string, input: unknown): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (error) {
    throw new OperatorError(`The gateway's operator port ${new URL(address).origin} does not answer.`, {
      cause: error,
    });
  }
}

function complaintOf(text: string, status: number, url: string): string {
  try {
    return errorSchema
      .parse(JSON.parse(text))
      .detail.map(({ msg }) => msg)
      .join('\n');
  } catch {
    return `${url} answered ${status}, and not as a gateway does.`;
  }
}
