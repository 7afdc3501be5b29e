import type { z } from 'zod';

type ZodIssue = z.core.$ZodIssue;

/** What a value has to be, as a person says it. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What is wrong with a value, in words for a person. */
export function messageOf(issue: ZodIssue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? 'This field is required.'
        : `${expected(issue.expected)}, not ${called(input)}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return `This must be ${choiceOf(issue.values.map((value) => JSON.stringify(value)))}.`;
    case 'invalid_format':
      // A schema's own message says which form; the library's shows a regular expression.
      return issue.message.startsWith('Invalid') ? 'This text does not have the right form.' : issue.message;
    default:
      return issue.message;
  }
}

function expected(kind: string): string {
  return `This must be ${KINDS[kind] ?? kind}`;
}

function called(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number') return Number.isInteger(input) ? 'a number' : 'a fraction';
  return KINDS[typeof input] ?? 'this';
}

function tooSmall({ origin, minimum, inclusive }: Extract<ZodIssue, { code: 'too_small' }>): string {
  const least = Number(minimum);
  if (origin === 'string') {
    return least === 1
      ? 'This must not be empty.'
      : `This must have at least ${counted(least, 'character')}.`;
  }
  if (origin === 'array') {
    return least === 1
      ? 'This list must not be empty.'
      : `This list must have at least ${counted(least, 'item')}.`;
  }
  return inclusive === true ? `This must be at least ${least}.` : `This must be more than ${least}.`;
}

function tooBig({ origin, maximum, inclusive }: Extract<ZodIssue, { code: 'too_big' }>): string {
  const most = Number(maximum);
  if (origin === 'string') return `This may have at most ${counted(most, 'character')}.`;
  if (origin === 'array') return `This list may have at most ${counted(most, 'item')}.`;
  return inclusive === true ? `This may be at most ${most}.` : `This must be less than ${most}.`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function choiceOf(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
