import type { z } from 'zod';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { FAULT_TYPES, type FaultType } from './errors.js';
import { suggestionFor, UNKNOWN_FIELD, type FieldNames } from './suggestion.js';

/** Longest text that an error repeats; anything longer may be an image. */
const INPUT_ECHO_CHARS_MAX = 200;
/** Longest part of a field's name that an error repeats. */
const NAME_ECHO_CHARS_MAX = 64;
/** Items of one answer; where there are more faults, the last item says so. */
const FAULTS_MAX = 20;
/** Unknown fields of one answer for which a known one is looked for. */
const SUGGESTIONS_MAX = 5;

type ZodIssue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** Where the values of a request were sent. */
export interface SentIn {
  /** The place of a fault, as the caller wrote the request. */
  locOf: (path: Path) => Path;
  /** Names of the fields at a path, and of the related fields that belong elsewhere. */
  namesAt: (path: readonly PropertyKey[]) => FieldNames;
}

/**
 * A request body as its schema reads it. A field that may be left out may also be null, which means the same.
 * @throws AppError `invalid_request` with the first faults found, and how many there are.
 */
export function validateBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  sentIn: SentIn = inBodyOf(schema),
): z.output<Schema> {
  const result = schema.safeParse(withoutNulls(schema, body));
  if (result.success) return result.data;
  throw new AppError('invalid_request', 'The request is not valid.', {
    issues: listed(result.error.issues, body, sentIn),
  });
}

/**
 * Programs that page begin with `cursor: null`, and models with strict schemas send every field. A field for which null is a
 * value of its own keeps it.
 */
function withoutNulls(schema: unknown, value: unknown): unknown {
  const shape = shapeOf(schema);
  if (shape === undefined || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  const sent = Object.entries(value as Record<string, unknown>).map(([name, one]) => ({
    name,
    one,
    field: fieldOf(shape, name),
  }));
  const given = sent.filter(({ one, field }) => one !== null || field === undefined || !isAbsence(field));
  return Object.fromEntries(given.map(({ name, one, field }) => [name, withoutNulls(field, one)]));
}

function fieldOf(shape: Readonly<Record<string, unknown>>, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
}

/** Whether null in this field only says that it is left out. */
function isAbsence(field: z.ZodType): boolean {
  return field.safeParse(undefined).success && !field.safeParse(null).success;
}

function inBodyOf(schema: z.ZodType): SentIn {
  return {
    locOf: (path) => ['body', ...path],
    namesAt: (path) => ({
      known: fieldNames(schema, path),
      elsewhere: {
        'in `filters`': path.length === 0 ? fieldNames(schema, ['filters']) : [],
        'beside `filters`': path[0] === 'filters' ? fieldNames(schema, []) : [],
      },
    }),
  };
}

/** The faults that an answer lists; the last of them says that there are more. */
function listed(issues: readonly ZodIssue[], body: unknown, sentIn: SentIn): FieldIssue[] {
  const found = issues.reduce((sum, issue) => sum + faultsIn(issue), 0);
  const isCut = found > FAULTS_MAX;
  const listedMax = isCut ? FAULTS_MAX - 1 : FAULTS_MAX;
  const faults: FieldIssue[] = [];
  for (const issue of issues) {
    if (faults.length >= listedMax) break;
    faults.push(...toFieldIssues(issue, body, sentIn, listedMax - faults.length));
  }
  return isCut ? [...faults, tooManyFaults(found, faults.length, sentIn)] : faults;
}

function faultsIn(issue: ZodIssue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
}

function tooManyFaults(found: number, listedCount: number, { locOf }: SentIn): FieldIssue {
  return {
    loc: [...locOf([])],
    msg: `The request has ${found} faults; the first ${listedCount} are listed.`,
    type: 'too_many_faults',
    ctx: { found, listed: listedCount },
  };
}

function toFieldIssues(
  issue: ZodIssue,
  body: unknown,
  { locOf, namesAt }: SentIn,
  countMax: number,
): FieldIssue[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(issue.path);
    return issue.keys.slice(0, countMax).map((key, at) => ({
      loc: [...locOf([...path, shortened(key)])],
      input: null,
      type: 'extra_forbidden',
      ...(at < SUGGESTIONS_MAX ? suggestionFor(key, names) : { msg: UNKNOWN_FIELD, ctx: {} }),
    }));
  }
  const input = valueAt(body, issue.path);
  return [
    {
      loc: [...locOf(path)],
      msg: messageOf(issue, input),
      type: typeOf(issue, input),
      input: echo(input),
      ctx: contextOf(issue),
    },
  ];
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
    case 'invalid_union': {
      const [first] = issue.errors.flat();
      return first === undefined ? 'value_error' : typeOf(first, input);
    }
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
    case 'custom':
      return (issue.params?.['ctx'] as Record<string, unknown> | undefined) ?? {};
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

/** Field names of the object schema at a path. */
function fieldNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
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
function messageOf(issue: ZodIssue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? 'This field is required.'
        : `${expected(issue.expected)}, ${remarkOn(input, issue.expected)}.`;
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

/** `True` and `FALSE` are other languages' words for the same. */
function remarkOn(input: unknown, kind: string): string {
  const isFlag = kind === 'boolean' && typeof input === 'string' && /^(?:true|false)$/i.test(input);
  if (!isFlag) return `not ${called(input)}`;
  return input === input.toLowerCase() ? 'without quotes' : 'in lower case';
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
