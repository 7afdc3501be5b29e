import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { parametersOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';
import { accountOf } from '../keys/admission.js';

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

interface UsageDays {
  readDays(accountId: string, dayCount: number): Promise<UsageByDay>;
}

/** `GET /v1/usage/days`: JSON, or CSV for who accepts that. Free. */
export function usageByDayRoute(log: UsageDays): RequestHandler {
  return async (request, response) => {
    const read = await log.readDays(accountOf(response).id, daysAsked(request));
    response.vary('Accept');
    if (request.accepts(['application/json', CSV_TYPE]) === CSV_TYPE)
      response.type(CSV_TYPE).send(toCsv(read.days));
    else response.json(read);
  };
}

const parametersSchema = z.strictObject({
  days: z.coerce.number().int().min(1).max(DAYS_MAX).default(DAYS_DEFAULT),
});

/** @throws AppError `invalid_request` */
function daysAsked(request: Request): number {
  const [days, ...others] = parametersOf(request).get('days') ?? [];
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
