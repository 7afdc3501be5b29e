import { ImageSearchError } from '@imagesearch/sdk';
import { ExampleGoneError } from './ask.js';

/** What a person can do about a failure. */
export type Remedy = 'key' | 'account' | 'retry' | 'fewer' | 'example' | 'none';

export interface Failure {
  title: string;
  advice: string;
  remedies: Remedy[];
  /** Seconds to wait before another try can succeed. */
  waitS?: number;
  /** For the operator. */
  requestId?: string | null;
}

/** A failure in words, with what to do. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof ExampleGoneError) {
    return {
      title: 'The example image is not on this device',
      advice:
        'An example image stays in the browser where you chose it. Choose it again to repeat the search.',
      remedies: ['example'],
    };
  }
  if (!(error instanceof ImageSearchError)) return unexpected(null);
  const explain = BY_TYPE[error.type];
  const failure = explain ? explain(error) : byStatus(error);
  return { ...failure, requestId: error.requestId };
}

const SAID_BY_THE_SERVICE = new Set(['invalid_request', 'key_refused', 'key_not_found']);

/** A failure in one or two sentences, beside what failed. */
export function sentenceOf(error: unknown): string {
  // What the service says of the image, of a field or of a key.
  if (error instanceof ImageSearchError && SAID_BY_THE_SERVICE.has(error.type))
    return error.faults.map(({ msg }) => msg).join(' ');
  const { title, advice } = explainFailure(error);
  return `${title}. ${advice}`;
}

type Explain = (error: ImageSearchError) => Failure;

const BY_TYPE: Partial<Record<string, Explain>> = {
  auth_missing: () => keyRefused('No API key was sent.'),
  auth_invalid: () => keyRefused('It may be mistyped, revoked or expired.'),
  options_invalid: () => keyRefused('It contains characters that no key has.'),
  scope_missing: () => ({
    title: 'This key does not allow that',
    advice: 'The operator of the service can issue a key that allows it.',
    remedies: ['key'],
  }),
  plan_feature_missing: ({ ctx }) => ({
    title:
      ctx['feature'] === 'similar_search'
        ? 'Your plan has no “more like this”'
        : 'Your plan has no search by image',
    advice: `The plan “${String(ctx['plan'])}” searches with words. Search with words, or choose a plan that includes it.`,
    remedies: ['account'],
  }),
  credits_exhausted: explainCredits,
  rate_limited: explainLimit,
  asset_not_found: () => gone('It was removed from the collection.'),
  seed_not_indexed: () => gone('It is not searchable at the moment, so nothing can be compared with it.'),
  file_not_found: () => gone('Its file has expired or was removed. Search again for a new address.'),
  connection_lost: () => ({
    title: 'The service cannot be reached',
    advice: 'Check your connection. Nothing was billed for a search without an answer.',
    remedies: ['retry'],
  }),
  timed_out: unavailable,
  deadline_exceeded: unavailable,
  overloaded: unavailable,
  dependency_unavailable: unavailable,
  model_mismatch: unavailable,
  image_too_large: () => badImage('It is too large, and this browser cannot make it smaller.'),
  invalid_request: explainFaults,
};

/** In the words of the service, without the names that programs have for the fields. */
function explainFaults({ faults }: ImageSearchError): Failure {
  const advice = faults.map(({ msg }) => msg).join(' ');
  const isOfImage = faults.some(({ loc }) => loc.includes('image_base64') || loc.includes('image_url'));
  if (isOfImage) return badImage(advice);
  return { title: 'The service does not accept this search', advice, remedies: [] };
}

function explainCredits({ ctx }: ImageSearchError): Failure {
  const needed = Number(ctx['needed']);
  const remaining = Number(ctx['remaining']);
  const resetAt = new Date(String(ctx['reset_at']));
  const when = Number.isNaN(resetAt.getTime()) ? '' : ` New credits arrive on ${dayOf(resetAt)}.`;
  return {
    title: remaining > 0 ? 'Too few credits for this search' : 'No credits left',
    advice: `This search needs ${credits(needed)}; ${remaining > 0 ? credits(remaining) : 'none'} ${remaining === 1 ? 'is' : 'are'} left.${when} Nothing was billed.`,
    remedies: remaining > 0 ? ['fewer', 'account'] : ['account'],
  };
}

function explainLimit({ ctx, retryAfterMs }: ImageSearchError): Failure {
  const waitS = Math.max(1, Math.ceil((retryAfterMs ?? 1_000) / 1_000));
  const limits: Record<string, string> = {
    rpm: 'You have used up the requests that your plan allows per minute.',
    rpd: 'You have used up the requests that your plan allows per day.',
    concurrent: 'All the simultaneous requests that your plan allows are in progress.',
  };
  const why = limits[String(ctx['limit'])] ?? 'A limit of your plan is reached.';
  return {
    title: 'A short pause, please',
    advice: `${why} Nothing was billed.`,
    remedies: ['retry', 'account'],
    waitS,
  };
}

function unavailable({ ctx }: ImageSearchError): Failure {
  const billed =
    ctx['billed'] === 'unknown' ? 'Your account shows whether it was billed.' : 'Nothing was billed.';
  return {
    title: 'The service is briefly unavailable',
    advice: `A part of the service is not answering. ${billed}`,
    remedies: ['retry'],
  };
}

function keyRefused(why: string): Failure {
  return { title: 'The service does not accept this key', advice: why, remedies: ['key'] };
}

function gone(why: string): Failure {
  return { title: 'This image is not available', advice: why, remedies: [] };
}

function badImage(why: string): Failure {
  return { title: 'You cannot search with this image', advice: why, remedies: ['example'] };
}

function byStatus({ status, message }: ImageSearchError): Failure {
  if (status !== null && status < 500) {
    return { title: 'The service does not accept this request', advice: message, remedies: [] };
  }
  return unexpected(status);
}

function unexpected(status: number | null): Failure {
  const said = status === null ? '' : ` (${status})`;
  return {
    title: 'Something went wrong',
    advice: `The service failed${said}. Try again; if it happens again, tell the operator the number below.`,
    remedies: ['retry'],
  };
}

function credits(count: number): string {
  return `${count} credit${count === 1 ? '' : 's'}`;
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
