import type { Fault } from '../generated/contract.js';
import { ImageSearchError } from '../errors.js';

/** One limit of the account, as an answer states it. */
export interface LimitState {
  /** `rpm` and `rpd` are rolling windows; `concurrent` counts requests in progress. */
  name: string;
  quota: number | null;
  remaining: number;
  /** Seconds until some of it is free again; null when the answer does not say. */
  resetS: number | null;
}

/** What the service answered, and what it cost. */
export interface Answer<Data> {
  data: Data;
  credits: {
    /** 0 for a free request and for a replayed answer. */
    charged: number;
    /** Null on a plan without a fixed number, and in answers that do not say it. */
    remaining: number | null;
  };
  /** Whether this is the stored answer of an earlier attempt. */
  isReplayed: boolean;
  /** Empty on a plan without limits. */
  limits: LimitState[];
  requestId: string | null;
  /** Of an image of a look-up: what `edit` takes as `ifMatch`. Null in other answers. */
  etag: string | null;
  /** Requests that were sent for it. */
  attempts: number;
}

export function answerOf<Data>(data: Data, headers: Headers): Omit<Answer<Data>, 'attempts'> {
  const remaining = headers.get('X-Credits-Remaining');
  return {
    data,
    credits: {
      charged: Number(headers.get('X-Credits-Charged') ?? 0),
      remaining: remaining === null ? null : Number(remaining),
    },
    isReplayed: headers.get('Idempotent-Replayed') === 'true',
    limits: limitsOf(headers),
    requestId: headers.get('X-Request-Id'),
    etag: headers.get('ETag'),
  };
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-11. */
function limitsOf(headers: Headers): LimitState[] {
  const quotas = new Map(items(headers.get('RateLimit-Policy')).map(({ name, q }) => [name, q]));
  return items(headers.get('RateLimit')).flatMap(({ name, r, t }) =>
    r === undefined ? [] : [{ name, quota: quotas.get(name) ?? null, remaining: r, resetS: t ?? null }],
  );
}

function items(header: string | null): ({ name: string } & Partial<Record<'q' | 'r' | 't', number>>)[] {
  return [...(header ?? '').matchAll(/"([^"]+)"((?:;\w+=[^,;]+)*)/g)].map(
    ([, name = '', parameters = '']) => ({
      name,
      ...Object.fromEntries(
        [...parameters.matchAll(/;([qrt])=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)]),
      ),
    }),
  );
}

/** The error that an answer without success states. A body of another shape is a proxy's. */
export function refusal(response: Response, text: string): ImageSearchError {
  const facts = {
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    retryAfterMs: retryAfterMsOf(response.headers),
  };
  const faults = faultsOf(text);
  const [first] = faults;
  if (!first) {
    const what = response.status === 0 ? 'a redirect' : `status ${response.status}`;
    return new ImageSearchError(`Not the image search answered, but something else, with ${what}.`, {
      ...facts,
      type: 'unexpected_answer',
    });
  }
  const isFaulty = response.status === 422 && first.type !== 'idempotency_mismatch';
  return new ImageSearchError(faults.map(sentence).join(' '), {
    ...facts,
    faults,
    type: isFaulty ? 'invalid_request' : first.type,
  });
}

/** `Retry-After` in milliseconds; null when it is absent or unreadable. A date counts from the answer's own `Date`. */
function retryAfterMsOf(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const waitMs = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function sentence({ loc, msg }: Fault): string {
  const path = loc.filter((part, at) => at > 0 || part !== 'body').join('.');
  return path === '' ? msg : `${path}: ${msg}`;
}

function faultsOf(text: string): Fault[] {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return Array.isArray(detail) ? detail.filter(isFault) : [];
  } catch {
    return [];
  }
}

function isFault(value: unknown): value is Fault {
  const { type, msg, loc } = (value ?? {}) as Partial<Record<keyof Fault, unknown>>;
  return typeof type === 'string' && typeof msg === 'string' && Array.isArray(loc);
}
