import { errorSchema } from '@imagesearch/gateway/http/errors';
import type { Answered } from './steady-load.js';

/** What one outage did. */
export interface OutageRow {
  part: string;
  fault: string;
  /** Answers to searches begun during it, by status and error type. */
  answers: ReadonlyMap<string, number>;
  /** From its end to the last search that was still refused or degraded. */
  recoveredAfterMs: number;
  answered: number;
  charged: number;
  /** Searches whose charge the client cannot know: without an answer, or with one that says so. */
  unknown: number;
}

export const TABLE_HEAD = `| part | fault | answers to searches during it | recovered after | answered | charged | unknown |
| ---- | ----- | ----------------------------- | ----------------: | -------: | ------: | ------: |`;

export function printed({
  part,
  fault,
  answers,
  recoveredAfterMs,
  answered,
  charged,
  unknown,
}: OutageRow): string {
  const said = [...answers].map(([outcome, count]) => `${outcome} × ${count}`).join(', ');
  const seconds = `${(recoveredAfterMs / 1_000).toFixed(1)} s`;
  return `| ${[part, fault, said, seconds, answered, charged, unknown].join(' | ')} |`;
}

/** `200`, `200 degraded`, `503 dependency_unavailable`, or `no answer`. @throws Error for an error of another shape. */
export function outcomeOf({ status, degraded, note }: Answered): string {
  if (status === 0) return 'no answer';
  if (status === 200) return degraded ? '200 degraded' : '200';
  return `${status} ${errorOf(note)?.type ?? ''}`;
}

export function isBilledUnknown({ status, note }: Answered): boolean {
  return status === 0 || (status !== 200 && errorOf(note)?.ctx['billed'] === 'unknown');
}

export const isWhole = ({ status, degraded }: Answered): boolean => status === 200 && !degraded;

export function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.toSorted()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function errorOf(text: string) {
  return errorSchema.parse(JSON.parse(text)).detail[0];
}
