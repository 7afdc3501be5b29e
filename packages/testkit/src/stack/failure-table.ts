import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../../../ARCHITECTURE.md');
const HEADING = '## When a part is down';

/** What the table of failures in ARCHITECTURE.md promises for searches. */
export interface PromisedSearch {
  status: number;
  isDegraded: boolean;
  /** Undefined where the table does not say. */
  isBilled: boolean | undefined;
  /** How long some may fail; undefined where none may. */
  failsForMsMax: number | undefined;
}

/**
 * What a test expects of searches while a part is down, as the test states it.
 * @throws Error unless the row of the table promises the same, so that neither can change without the other.
 */
export function promisedWithout<Stated extends Partial<PromisedSearch>>(
  down: string,
  stated: Stated,
): Stated {
  const written = { ...rowOf(down) };
  for (const [name, value] of Object.entries(stated))
    if (written[name as keyof PromisedSearch] !== value)
      throw new Error(`ARCHITECTURE.md promises otherwise than the test without ${down}: ${name}`);
  return stated;
}

function rowOf(down: string): PromisedSearch {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split(`${HEADING}\n`);
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const search = rows.find(([, name]) => name === down)?.[2];
  const status = Number(/^\d{3}\b/.exec(search ?? '')?.[0]);
  if (search === undefined || Number.isNaN(status))
    throw new Error(`ARCHITECTURE.md promises nothing for: ${down}`);
  const seconds = /for at most (\d+) s/.exec(search)?.[1];
  return {
    status,
    isDegraded: search.includes('`degraded`'),
    isBilled: /\bbilled\b/.test(search) ? !/\bnot billed\b/.test(search) : undefined,
    failsForMsMax: seconds === undefined ? undefined : Number(seconds) * 1_000,
  };
}
