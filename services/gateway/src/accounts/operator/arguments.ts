import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { SCOPES, type Scope } from '../../keys/scope.js';
import { billingDayInput, creditCountInput, nameInput } from './inputs.js';

const DAY_MS = 24 * 60 * 60_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 60 * 60_000, d: DAY_MS };

/** `30s`, `15m`, `24h`, `7d` or `0`, in milliseconds. */
export function parseDurationMs(text: string): number {
  if (text === '0') return 0;
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const unitMs = UNIT_MS[unit ?? ''];
  if (unitMs === undefined) throw new InvalidArgumentError('Expected a duration such as 30m, 24h or 7d.');
  return Number(count) * unitMs;
}

/** A date, which means its end in UTC, or a duration from now. */
export function parseExpiry(text: string): Date {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const end = new Date(new Date(text).getTime() + DAY_MS);
    // A day that does not exist, such as 2027-02-30, is either invalid or becomes another day.
    if (Number.isNaN(end.getTime()) || new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10) !== text)
      throw new InvalidArgumentError('There is no such day.');
    if (end.getTime() <= Date.now()) throw new InvalidArgumentError('That day is over.');
    return end;
  }
  const ms = parseDurationMs(text);
  if (ms === 0) throw new InvalidArgumentError('Expected a date such as 2027-12-31, or a duration above 0.');
  return new Date(Date.now() + ms);
}

/** `search,similar`, each scope once. */
export function parseScopes(text: string): Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const known = SCOPES.filter((scope) => names.includes(scope));
  if (known.length !== names.length) {
    throw new InvalidArgumentError(`Expected some of ${SCOPES.join(', ')}, with a comma in between.`);
  }
  return known;
}

export const parseBillingDay = (text: string): number => parsed(billingDayInput, Number(text));

export const parseCreditCount = (text: string): number => parsed(creditCountInput, Number(text));

export const parseName = (text: string): string => parsed(nameInput, text);

function parsed<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'It is not allowed.');
}
