import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { FAULT_TYPES, type FaultType } from '../errors/fault-types.js';

/** Longest text that an error repeats; anything longer may be an image. */
const INPUT_ECHO_CHARS_MAX = 200;
/** Longest part of a field's name that an error repeats. */
const NAME_ECHO_CHARS_MAX = 64;
/** Items of one answer; where there are more faults, the last item says so. */
const FAULTS_MAX = 20;
/** Unknown fields of one answer for which the nearest known one is looked for. */
const SUGGESTIONS_MAX = 5;
/** The longest known field has 20 characters; a name far longer is no misspelling of one. */
const SUGGESTION_CHARS_MAX = 40;

type ZodIssue = z.core.$ZodIssue;

/** @throws AppError `invalid_request` with the first faults found, and how many there are. */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new AppError('invalid_request', 'The request is not valid.', {
    issues: listed(result.error.issues, schema, body),
  });
}

/** The last fault says that there are more. */
function listed(issues: readonly ZodIssue[], schema: z.ZodType, body: unknown): FieldIssue[] {
  const found = issues.reduce((sum, issue) => sum + faultsIn(issue), 0);
  const isCut = found > FAULTS_MAX;
  const listedMax = isCut ? FAULTS_MAX - 1 : FAULTS_MAX;
  const faults: FieldIssue[] = [];
  for (const issue of issues) {
    if (faults.length >= listedMax) break;
    faults.push(...toFieldIssues(issue, schema, body, listedMax - faults.length));
  }
  return isCut ? [...faults, tooManyFaults(found, faults.length)] : faults;
}

function faultsIn(issue: ZodIssue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
}

function tooManyFaults(found: number, listedCount: number): FieldIssue {
  return {
    loc: ['body'],
    msg: `The request has ${found} faults; the first ${listedCount} are listed.`,
    type: 'too_many_faults',
    ctx: { found, listed: listedCount },
  };
}

function toFieldIssues(issue: ZodIssue, schema: z.ZodType, body: unknown, countMax: number): FieldIssue[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.slice(0, countMax).map((key, at) => ({
      loc: ['body', ...path, shortened(key)],
      msg: 'This field is not known.',
      type: 'extra_forbidden',
      input: null,
      ctx: at < SUGGESTIONS_MAX ? suggestion(key, known) : {},
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

/** The nearest known name, where the sent one may be a misspelling. */
function suggestion(key: string, known: readonly string[]): { did_you_mean?: string } {
  if (known.length === 0 || key.length > SUGGESTION_CHARS_MAX) return {};
  return { did_you_mean: closest(key, [...known]) };
}

function shortened(name: string): string {
  return name.length <= NAME_ECHO_CHARS_MAX ? name : `${name.slice(0, NAME_ECHO_CHARS_MAX)}…`;
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

/** What was sent, when it is too small to be an image. */
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
