import { z } from 'zod';
import { SCOPES } from '../../keys/scope.js';

const BILLING_DAY_MAX = 31;
const NAME_CHARS_MAX = 100;
/** Far below what the ledger's columns hold. */
const CREDITS_MAX = 10_000_000;
const GRACE_MS_MAX = 1_000_000 * 24 * 60 * 60_000;
const REFERENCE_CHARS_MAX = 200;

/** A name of an account or a key. */
export const nameInput = z
  .string()
  .trim()
  .refine((name) => name !== '' && name.length <= NAME_CHARS_MAX && !/\p{C}/u.test(name), {
    error: `Expected 1 to ${NAME_CHARS_MAX} printable characters.`,
  });

export const billingDayInput = z
  .number({ error: `Expected a day of the month, 1 to ${BILLING_DAY_MAX}.` })
  .int()
  .min(1)
  .max(BILLING_DAY_MAX, { error: `Expected a day of the month, 1 to ${BILLING_DAY_MAX}.` });

const CREDITS_EXPECTED = { error: `Expected a whole number, 1 to ${CREDITS_MAX}.` };
export const creditCountInput = z
  .number(CREDITS_EXPECTED)
  .int(CREDITS_EXPECTED)
  .min(1, CREDITS_EXPECTED)
  .max(CREDITS_MAX, CREDITS_EXPECTED);

/** An account, a plan or a key, by its name, its id or its prefix. */
export const referenceInput = z.string().min(1).max(REFERENCE_CHARS_MAX);

export const scopesInput = z.array(z.enum(SCOPES)).min(1);

export const graceMsInput = z.number().int().min(0).max(GRACE_MS_MAX);
