import { ImageSearchError } from '@imagesearch/sdk';
import { ExampleGoneError } from './ask.js';

export interface Failure {
  title: string;
  advice: string;
  /** What a person can do about it. */
  remedies: readonly ('key' | 'account' | 'retry' | 'fewer')[];
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
      remedies: [],
    };
  }
  if (!(error instanceof ImageSearchError)) return unexpected(null);
  const { status, requestId, message } = error;
  const kind = KINDS[error.type];
  if (kind) return { advice: message, requestId, ...(typeof kind === 'function' ? kind(error) : kind) };
  if (status === null || status >= 500) return { ...unexpected(status), requestId };
  return { title: 'The service does not accept this request', advice: message, remedies: [], requestId };
}

const SAID_BY_THE_SERVICE = new Set(['invalid_request', 'key_refused', 'key_not_found']);

/** Its message is for the person who reads the page. */
export class Said extends Error {}

/** A failure in one or two sentences, beside what failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Said) return error.message;
  // What the service says of the image, of a field or of a key.
  if (error instanceof ImageSearchError && SAID_BY_THE_SERVICE.has(error.type)) return wordsOf(error);
  const { title, advice } = explainFailure(error);
  return `${title}. ${advice}`;
}

/** The words of the service, without the names that programs have for the fields. */
function wordsOf({ faults }: ImageSearchError): string {
  return faults.map(({ msg }) => msg).join(' ');
}

/** The service's own words are the advice, unless there is another one. */
type Kind = Omit<Failure, 'advice' | 'requestId'> & { advice?: string };

const KEY_REFUSED: Kind = { title: 'The service does not accept this key', remedies: ['key'] };
const GONE: Kind = { title: 'This image is not available', remedies: [] };
const BAD_IMAGE: Kind = { title: 'You cannot search with this image', remedies: [] };

/** By the type of the error. */
const KINDS: Partial<Record<string, Kind | ((error: ImageSearchError) => Kind)>> = {
  auth_missing: KEY_REFUSED,
  auth_invalid: KEY_REFUSED,
  options_invalid: KEY_REFUSED,
  scope_missing: { title: 'This key does not allow that', remedies: ['key'] },
  plan_feature_missing: missingFeature,
  credits_exhausted: shortOfCredits,
  rate_limited: pause,
  asset_not_found: GONE,
  seed_not_indexed: GONE,
  file_not_found: GONE,
  connection_lost: {
    title: 'The service cannot be reached',
    advice: 'Check your connection. Nothing was billed for a search without an answer.',
    remedies: ['retry'],
  },
  timed_out: unavailable,
  deadline_exceeded: unavailable,
  overloaded: unavailable,
  dependency_unavailable: unavailable,
  model_mismatch: unavailable,
  image_too_large: BAD_IMAGE,
  invalid_request: faulty,
};

function faulty(error: ImageSearchError): Kind {
  const isOfImage = error.faults.some(({ loc }) => loc.includes('image_base64') || loc.includes('image_url'));
  const kind: Kind = isOfImage
    ? BAD_IMAGE
    : { title: 'The service does not accept this search', remedies: [] };
  return { ...kind, advice: wordsOf(error) };
}

function missingFeature({ ctx }: ImageSearchError): Kind {
  const what = ctx['feature'] === 'similar_search' ? '“more like this”' : 'search by image';
  return {
    title: `Your plan has no ${what}`,
    advice: `The plan “${String(ctx['plan'])}” searches with words. Search with words, or choose a plan that includes it.`,
    remedies: ['account'],
  };
}

function shortOfCredits({ ctx }: ImageSearchError): Kind {
  const remaining = Number(ctx['remaining']);
  const resetAt = new Date(String(ctx['reset_at']));
  const day = resetAt.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const left =
    remaining > 0 ? `${credits(remaining)} ${remaining === 1 ? 'is' : 'are'} left` : 'none are left';
  return {
    title: remaining > 0 ? 'Too few credits for this search' : 'No credits left',
    advice: `This search needs ${credits(Number(ctx['needed']))}; ${left}. New credits arrive on ${day}. Nothing was billed.`,
    remedies: remaining > 0 ? ['fewer', 'account'] : ['account'],
  };
}

function credits(count: number): string {
  return `${count} credit${count === 1 ? '' : 's'}`;
}

function pause({ message, retryAfterMs }: ImageSearchError): Kind {
  const waitS = Math.ceil((retryAfterMs ?? 1_000) / 1_000);
  return {
    title: 'A short pause, please',
    advice: `${message} Nothing was billed. Try again in ${waitS} s.`,
    remedies: ['retry', 'account'],
  };
}

function unavailable({ ctx }: ImageSearchError): Kind {
  const billed =
    ctx['billed'] === 'unknown' ? 'Your account shows whether it was billed.' : 'Nothing was billed.';
  return {
    title: 'The service is briefly unavailable',
    advice: `A part of the service is not answering. ${billed}`,
    remedies: ['retry'],
  };
}

function unexpected(status: number | null): Failure {
  const said = status === null ? '' : ` (${status})`;
  return {
    title: 'Something went wrong',
    advice: `The service failed${said}. Try again; if it happens again, tell the operator the number below.`,
    remedies: ['retry'],
  };
}
