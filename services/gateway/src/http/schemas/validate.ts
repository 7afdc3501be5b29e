import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { FAULT_TYPES, type FaultType } from '../errors/fault-types.js';

/** Longest text that an error repeats; anything longer may be a picture. */
const INPUT_ECHO_CHARS_MAX = 200;

type ZodIssue = z.core.$ZodIssue;

/**
 * A request body as its schema reads it.
 * @throws AppError `invalid_request` with every fault found.
 */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap((issue) =>
    toFieldIssues(issue, body, knownKeys(schema, issue.path)),
  );
  throw new AppError('invalid_request', 'The request is not valid.', { issues });
}

function toFieldIssues(issue: ZodIssue, body: unknown, known: readonly string[]): FieldIssue[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: ['body', ...path, key],
      msg: 'This field is not known.',
      type: 'extra_forbidden',
      input: null,
      ctx: known.length > 0 ? { did_you_mean: closest(key, [...known]) } : {},
    }));
  }
  const input = valueAt(body, issue.path);
  return [
    {
      loc: ['body', ...path],
      msg: input === undefined && issue.code === 'invalid_type' ? 'This field is required.' : issue.message,
      type: typeOf(issue, input),
      input: echo(input),
      ctx: contextOf(issue),
    },
  ];
}

/** Names of the faults, in the vocabulary that users of section 2.6's shape know. */
function typeOf(issue: ZodIssue, input: unknown): FaultType {
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined ? 'missing' : faultType(`${issue.expected}_type`);
    case 'too_small':
      return sizeType(
        issue.origin,
        'too_short',
        issue.inclusive === true ? 'greater_than_equal' : 'greater_than',
      );
    case 'too_big':
      return sizeType(issue.origin, 'too_long', issue.inclusive === true ? 'less_than_equal' : 'less_than');
    case 'invalid_format':
      return 'string_pattern_mismatch';
    case 'invalid_value':
      return issue.values.length === 1 ? 'literal_error' : 'enum';
    case 'custom':
      return faultType(String(issue.params?.['type']));
    default:
      return 'value_error';
  }
}

function sizeType(
  origin: string,
  ofLength: 'too_short' | 'too_long',
  ofNumber: 'greater_than' | 'greater_than_equal' | 'less_than' | 'less_than_equal',
): FaultType {
  return origin === 'string' || origin === 'array' ? `${origin}_${ofLength}` : ofNumber;
}

function faultType(name: string): FaultType {
  return Object.hasOwn(FAULT_TYPES, name) ? (name as FaultType) : 'value_error';
}

function contextOf(issue: ZodIssue): Record<string, unknown> {
  switch (issue.code) {
    case 'too_small':
      return { minimum: Number(issue.minimum) };
    case 'too_big':
      return { maximum: Number(issue.maximum) };
    case 'invalid_value':
      return { expected: issue.values };
    default:
      return {};
  }
}

/** What was sent, when it is small enough to be no picture. */
function echo(input: unknown): unknown {
  if (typeof input === 'string') return input.length <= INPUT_ECHO_CHARS_MAX ? input : null;
  return typeof input === 'number' || typeof input === 'boolean' ? input : null;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  );
}

/** Field names of the object schema at a path, to suggest one from. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const key of path) current = shapeOf(current)?.[String(key)];
  return Object.keys(shapeOf(current) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  let current = schema as
    { shape?: Record<string, unknown>; def?: { innerType?: unknown; in?: unknown } } | undefined;
  while (current && current.shape === undefined) {
    current = (current.def?.innerType ?? current.def?.in) as typeof current;
  }
  return current?.shape;
}
