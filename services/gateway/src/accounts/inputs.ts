import { parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { boundsSchema } from '../keys/bounds.js';
import type { Use } from '@imagesearch/facets/use';
import { useSchema } from '../keys/use.js';
import { displayPrefix, isWellFormedKey } from '../keys/api-key.js';

const DAY_MS = 24 * 60 * 60_000;
const BILLING_DAY_MAX = 31;
const NAME_CHARS_MAX = 100;
/** Far below what the ledger's columns hold. */
const CREDITS_MAX = 10_000_000;

/** A name of an account or a key. */
export const nameInput = z
  .string()
  .trim()
  .refine((name) => name !== '' && name.length <= NAME_CHARS_MAX && !/\p{C}/u.test(name), {
    error: `Expected 1 to ${NAME_CHARS_MAX} printable characters.`,
  });

const DAY_EXPECTED = { error: `Expected a day of the month, 1 to ${BILLING_DAY_MAX}.` };
export const billingDayInput = z.number(DAY_EXPECTED).int().min(1).max(BILLING_DAY_MAX, DAY_EXPECTED);

const CREDITS_EXPECTED = { error: `Expected a whole number, 1 to ${CREDITS_MAX}.` };
export const creditCountInput = z
  .number(CREDITS_EXPECTED)
  .int(CREDITS_EXPECTED)
  .min(1, CREDITS_EXPECTED)
  .max(CREDITS_MAX, CREDITS_EXPECTED);

export const accountInput = nameInput.describe('its name');
export const planInput = nameInput.describe('a plan of the price list');
/** Who names a key by the whole of it is understood, and nothing but its prefix is kept. */
export const keyInput = nameInput
  .transform((name) => (isWellFormedKey(name) ? displayPrefix(name) : name))
  .describe('the id of the key, or its prefix');

/** What a new key may be limited to. */
export const keyLimits = {
  expires_at: z.iso
    .datetime()
    .refine((time) => new Date(time) > new Date(), { error: 'That time is over.' })
    .nullable()
    .default(null)
    .describe('When it stops working; null for never.'),
  bounds: boundsSchema.nullable().default(null).describe('The images that it may see; null for all.'),
};

export const webhookUrlInput = z.string().refine((text) => parsePublicUrl(text) !== undefined, {
  error: 'Expected a public https address on port 443: a host name and no IP address, no user name.',
});

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 60 * 60_000, d: DAY_MS };

/** `30s`, `15m`, `24h`, `7d` or `0`, in milliseconds. */
function parseDurationMs(text: string): number {
  if (text === '0') return 0;
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const unitMs = UNIT_MS[unit ?? ''];
  if (unitMs === undefined) throw new InvalidArgumentError('Expected a duration such as 30m, 24h or 7d.');
  return Number(count) * unitMs;
}

/** The same in seconds. */
export function parseDurationS(text: string): number {
  return parseDurationMs(text) / 1_000;
}

/** The moment so long ago. */
export function parseAgo(text: string): string {
  return new Date(Date.now() - parseDurationMs(text)).toISOString();
}

/** A date, which means its end in UTC, or a duration from now. */
export function parseExpiry(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const end = new Date(new Date(text).getTime() + DAY_MS);
    // A day that does not exist, such as 2027-02-30, is either invalid or becomes another day.
    if (Number.isNaN(end.getTime()) || new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10) !== text)
      throw new InvalidArgumentError('There is no such day.');
    if (end.getTime() <= Date.now()) throw new InvalidArgumentError('That day is over.');
    return end.toISOString();
  }
  const ms = parseDurationMs(text);
  if (ms === 0) throw new InvalidArgumentError('Expected a date such as 2027-12-31, or a duration above 0.');
  return new Date(Date.now() + ms).toISOString();
}

/** `a,b`, each name once. */
export function parseNames(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))];
}

/** `commercial,modify,attribute=false`: the purposes of `use`, each true unless it says otherwise. */
export function parsePurposes(text: string): Use {
  const purposes = parseNames(text).map((purpose) => {
    const [name = '', value = 'true'] = purpose.split('=');
    return [name, value === 'true' || value === 'false' ? value === 'true' : value];
  });
  return parsed(useSchema, Object.fromEntries(purposes));
}

/** @throws InvalidArgumentError in the words of the schema. */
export function parsed<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'It is not allowed.');
}
