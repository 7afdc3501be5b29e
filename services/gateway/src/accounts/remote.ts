import { z } from 'zod';
import { refused, type CommandResult } from '../operations/command.js';
import type { Perform } from './cli.js';
import type { OperatorPort } from './operator-port.js';
import { ACTOR_HEADER, userName } from './perform.js';

const REQUEST_TIMEOUT_MS = 30_000;

const resultSchema = z.object({
  facts: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  secret: z.string().optional(),
  note: z.string().optional(),
});

const errorSchema = z.object({ detail: z.array(z.object({ msg: z.string() })), request_id: z.string() });

/** Carries out operations through the operator's port of a running gateway. */
export function performRemotely({ url, token }: OperatorPort, timeoutMs = REQUEST_TIMEOUT_MS): Perform {
  return async (operation, input) => {
    const response = await send(`${url}/operator/${operation}`, { token, input, timeoutMs });
    const text = await response.text();
    if (!response.ok) throw refused(complaintOf(text, response.status, url));
    const { secret, note, ...result } = resultSchema.parse(JSON.parse(text));
    const optional = { ...(secret !== undefined && { secret }), ...(note !== undefined && { note }) };
    return { ...result, ...optional } satisfies CommandResult;
  };
}

async function send(
  address: string,
  { token, input, timeoutMs }: { token: string; input: unknown; timeoutMs: number },
): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        [ACTOR_HEADER]: userName(),
      },
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw refused(`The gateway's operator port ${new URL(address).origin} does not answer.`);
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
