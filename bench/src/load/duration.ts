const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m` or `2h`. @throws Error */
export function durationMs(text: string): number {
  const { count = '', unit = '' } = /^(?<count>\d+)(?<unit>[smh])$/.exec(text)?.groups ?? {};
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new Error(`Expected a time such as 30m, not ${text}.`);
  return Number(count) * unitMs;
}
