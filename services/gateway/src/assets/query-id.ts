import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 12;
const TAG_BYTES = 4;
const FORM = /^q_[0-9a-f]{32}$/;
const PREFIX_CHARS = 2;
/** Keeps these tags apart from the hashes of API keys, which are made under the same secret. */
const TAG_CONTEXT = 'query id:';

/**
 * A new id: `q_` and 32 hex digits, of 96 random bits and a tag of 32 bits under the gateway's secret. Without the secret
 * the tag cannot be computed, so that an id is as unpredictable as 128 random bits. With it a gateway knows an id that
 * was never issued without a look-up; one guess in 2^32 passes.
 */
export function newQueryId(secret: string): string {
  const random = randomBytes(RANDOM_BYTES);
  return `q_${Buffer.concat([random, tagOf(random, secret)]).toString('hex')}`;
}

export function isQueryId(text: string): boolean {
  return FORM.test(text);
}

/** Whether some gateway with one of the secrets made the id; the comparison takes the same time whatever the id. */
export function isIssuedQueryId(queryId: string, secrets: readonly string[]): boolean {
  if (!isQueryId(queryId)) return false;
  const bytes = Buffer.from(queryId.slice(PREFIX_CHARS), 'hex');
  const [random, tag] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)];
  return secrets.filter((secret) => timingSafeEqual(tag, tagOf(random, secret))).length > 0;
}

function tagOf(random: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(TAG_CONTEXT).update(random).digest().subarray(0, TAG_BYTES);
}
