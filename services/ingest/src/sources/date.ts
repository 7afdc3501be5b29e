/** Year, month and day with one separator, and a time: ISO 8601, and as cameras, databases and people write it. */
const YEAR_FIRST =
  /^(\d{4})(?:([-/.:])(\d{1,2})(?:\2(\d{1,2}))?)?(?:[T ]+(\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** As IPTC has a day. */
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
/** With periods, a day comes first everywhere; with slashes it may be the month. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/**
 * A date or a moment in the form of ISO 8601, as precise as the text has it: zeros stand for an unknown month or day.
 * @returns undefined for a text that may mean several days, or none of the calendar.
 */
export function dateIn(text: string | null | undefined): string | undefined {
  const given = (text ?? '').trim();
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(given) ?? [];
  if (year !== '') return dayOf(year, month, day);
  const [, first, second, third] = DIGITS.exec(given) ?? [];
  if (first !== undefined) return dayOf(first, second, third);
  const [, whole, , part, last, time, zone] = YEAR_FIRST.exec(given) ?? [];
  if (whole === undefined) return undefined;
  const date = dayOf(whole, part, last);
  const isMoment = date?.length === 10 && time !== undefined && TIME.test(time);
  return isMoment ? `${date}T${time}${zoneOf(zone)}` : date;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
/** Clocks are at most 14 hours apart from Greenwich. */
const ZONE = /^([+-](?:0\d|1[0-4])):?([0-5]\d)$/;

function zoneOf(zone = ''): string {
  if (zone === 'Z') return zone;
  const [, hours, minutes] = ZONE.exec(zone) ?? [];
  return hours === undefined ? '' : `${hours}:${minutes}`;
}

function dayOf(year: string, month = '00', day = '00'): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y === 0 || m > 12) return undefined;
  if (m === 0) return d === 0 ? year : undefined;
  const inMonth = `${year}-${month.padStart(2, '0')}`;
  if (d === 0) return inMonth;
  const isReal = d <= new Date(Date.UTC(2000 + (y % 400), m, 0)).getUTCDate();
  return isReal ? `${inMonth}-${day.padStart(2, '0')}` : undefined;
}
