import { z } from 'zod';
import { validateBody } from '../http/validation.js';
import { jsonAnswer } from '../operations/answers.js';
import { operation } from '../operations/operation.js';
import { parameter } from '../operations/parameter.js';
import { answerSchema } from '../operations/schemas.js';
import { ONLY_OPERATOR_GIVES_ACCOUNT } from './keys.js';

const DAYS_MAX = 90;
const DAYS_DEFAULT = 30;
const CSV_TYPE = 'text/csv';

const count = z.number().int().min(0);

const dayOfKeySchema = z.strictObject({
  date: z.iso.date().describe('In UTC, when the searches began.'),
  key_id: z.uuid(),
  key_name: z.string(),
  key_prefix: z.string(),
  searches: count.describe('That have ended.'),
  failed: count.describe('Of the searches. They cost nothing.'),
  credits: count,
});

export const usageByDaySchema = z
  .strictObject({
    from: z.iso.date().describe('The first day.'),
    to: z.iso.date().describe('The last day, which is today.'),
    days: z.array(dayOfKeySchema).describe('Oldest first. A day on which a key was not used is left out.'),
  })
  .describe('What the searches of each key cost on each day.');

export type UsageByDay = z.output<typeof usageByDaySchema>;
type DayOfKey = UsageByDay['days'][number];

export interface UsageDays {
  readDays(accountId: string, dayCount: number): Promise<UsageByDay>;
}

const USAGE_BY_DAY_EXAMPLE: UsageByDay = {
  from: '2026-10-23',
  to: '2026-11-21',
  days: [
    {
      date: '2026-11-21',
      key_id: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714',
      key_name: 'shop',
      key_prefix: 'isk_live_Ab12c',
      searches: 12,
      failed: 1,
      credits: 14,
    },
  ],
};

const DAYS = parameter('Days', {
  name: 'days',
  in: 'query',
  description: 'How many days, today included.',
  schema: { type: 'integer', minimum: 1, maximum: DAYS_MAX, default: DAYS_DEFAULT },
  example: 30,
});

const USAGE_BY_DAY = jsonAnswer(
  'The days on which keys were used. The credits of all days add up to what was charged.',
  answerSchema('UsageByDay', usageByDaySchema),
  { days: USAGE_BY_DAY_EXAMPLE },
);

export const getUsageByDay = operation({
  get: '/v1/usage/days',
  client: { method: 'usageByDay' },
  summary: 'What the searches of each key cost on each day',
  description: `With \`Accept: text/csv\`, the answer is a table for a spreadsheet. Costs nothing. ${ONLY_OPERATOR_GIVES_ACCOUNT}`,
  scope: 'account',
  parameters: [DAYS],
  answers: {
    200: {
      ...USAGE_BY_DAY,
      content: { ...USAGE_BY_DAY.content, [CSV_TYPE]: { schema: { type: 'string' } } },
    },
  },
  faults: {
    types: ['number_type', 'int_type', 'greater_than_equal', 'less_than_equal'],
    example: {
      loc: ['query', 'days'],
      msg: 'This may be at most 90.',
      type: 'less_than_equal',
      input: '365',
      ctx: { maximum: 90 },
    },
  },
  read: (sent) => ({ days: daysIn(sent) }),
  run: ({ usage }: { usage: UsageDays }, { days }, { by }) => usage.readDays(by.account.id, days),
  send: (response, read, request) => {
    response.vary('Accept');
    if (request.accepts(['application/json', CSV_TYPE]) === CSV_TYPE)
      response.type(CSV_TYPE).send(toCsv(read.days));
    else response.json(read);
  },
});

const parametersSchema = z.strictObject({
  days: z.coerce.number().int().min(1).max(DAYS_MAX).default(DAYS_DEFAULT),
});

/** @throws AppError `invalid_request` */
function daysIn(sent: ReadonlyMap<string, readonly string[]>): number {
  const [days, ...others] = sent.get('days') ?? [];
  const sentIn = {
    locOf: (path: readonly (string | number)[]) => ['query', ...path],
    namesAt: () => ({ known: ['days'], elsewhere: {} }),
  };
  return validateBody(parametersSchema, { days: others.length > 0 ? Number.NaN : days }, sentIn).days;
}

const COLUMNS = ['date', 'key_id', 'key_name', 'key_prefix', 'searches', 'failed', 'credits'] as const;

/** RFC 4180, with a line of names. */
function toCsv(days: readonly DayOfKey[]): string {
  const lines = [COLUMNS, ...days.map((day) => COLUMNS.map((column) => cellOf(day[column])))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text. */
function cellOf(value: string | number): string {
  const text = String(value).replace(/^[=+\-@＝＋－＠]/u, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
