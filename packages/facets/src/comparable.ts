/** A span of time in milliseconds since 1970 UTC, both ends inclusive. */
export interface Interval {
  from: number;
  to: number;
}

/** A year, a month, a day, or a moment with or without its zone (ISO 8601); the contract publishes it. */
export const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/;

/**
 * The whole of a date: `2024` lasts from the first of January to the last moment of December. A zone is not read: most files
 * have none, and what was taken on New Year's Eve in New York belongs to the old year.
 * @returns undefined for what is no date of the calendar.
 */
export function intervalOf(date: string): Interval | undefined {
  const [, year, month, day, hour, minute, second] = DATE.exec(date) ?? [];
  if (year === undefined) return undefined;
  const lastMonth = month ?? '12';
  const lastDay = day ?? String(new Date(Date.UTC(Number(year), Number(lastMonth), 0)).getUTCDate());
  const from = momentOf(`${year}-${month ?? '01'}-${day ?? '01'}`, [
    hour ?? '00',
    minute ?? '00',
    second ?? '00',
  ]);
  const to = momentOf(`${year}-${lastMonth}-${lastDay}`, [hour ?? '23', minute ?? '59', second ?? '59']);
  return from === undefined || to === undefined ? undefined : { from, to: to + LAST_MS };
}

/** Of a second. */
const LAST_MS = 999;

/** Undefined for a day that its month does not have, which `Date` counts into the next one. */
function momentOf(day: string, clock: readonly string[]): number | undefined {
  const at = Date.parse(`${day}T${clock.join(':')}Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) ? undefined : at;
}

/** A name or a tag as it is compared: in upper or lower case, and however its accents are encoded, it is the same. */
export function comparableText(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
