import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorSchema } from '@imagesearch/gateway/http/errors';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { until } from '@imagesearch/testkit/processes/until';
import { ledgerOf } from '@imagesearch/testkit/stores/gateway-stores';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { startOutageStack, type OutageStack } from '../support/outage-stack.js';
import { startLoad, warmUp, type Answered } from '../support/steady-load.js';

const PER_SECOND = 4;
const IMAGE_EVERY = 4;
const BEFORE_MS = 2_000;
const OUTAGE_MS = 6_000;
/** So many whole answers in a row after an outage are its end. */
const WHOLE_IN_A_ROW = 12;
const SEARCH_TIMEOUT_MS = 5_000;
const FAULTS = ['killed', 'stopped', 'slow', 'cut off'];
const PARTS = ['embedding', 'retrieval', 'reranker', 'rights', 'gateway', 'Redis'];
/** A Postgres that stands still looks like one that is cut off. */
const CASES = [
  ...PARTS.flatMap((part) => FAULTS.map((fault) => [part, fault] as const)),
  ...['killed', 'slow', 'cut off'].map((fault) => ['Postgres', fault] as const),
];
/** Without these, searches are answered all the same. */
const DISPENSABLE = ['reranker', 'Redis'];

/** What one outage did. */
interface OutageRow {
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

const TABLE_HEAD = `| part | fault | answers to searches during it | recovered after | answered | charged | unknown |
| ---- | ----- | ----------------------------- | ----------------: | -------: | ------: | ------: |`;

describeWith(ENGINES.redisServer, 'under a steady load of texts and images', () => {
  let stack: OutageStack;
  let image: string;
  const rows: OutageRow[] = [];
  let loads = 0;

  beforeAll(async () => {
    stack = await startOutageStack({
      SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
      RESERVATION_LIFETIME_MS: String(2 * SEARCH_TIMEOUT_MS),
      MAINTENANCE_INTERVAL_MS: '1000',
    });
    image = (await draw({ shape: 'box', colour: [200, 30, 40] })).toString('base64');
    await warmUp(stack.baseUrl, stack.key);
  }, 400_000);
  afterAll(async () => {
    printErr([TABLE_HEAD, ...rows.map(printed)].join('\n'));
    await stack.close();
  });

  function load() {
    const name = (loads += 1);
    return startLoad({
      key: stack.key,
      perSecond: PER_SECOND,
      baseUrl: () => stack.baseUrl,
      body: (number) =>
        number % IMAGE_EVERY === 0
          ? { image_base64: image, k: 1 }
          : { query: `red ball ${name} ${number}`, k: 1 },
    });
  }

  /** Once no search is under way any more, and what a failure left behind has expired. */
  const settledBooks = () =>
    until(async () => {
      const ledger = await ledgerOf({ url: stack.databaseUrl, dir: '' }).catch(() => undefined);
      const wallets = [...(ledger?.wallets.values() ?? [])];
      const charged = wallets.reduce((sum, { used }) => sum + used, 0);
      const isSettled = wallets.every(({ reserved }) => reserved === 0);
      return ledger && isSettled && { charged, discrepancies: ledger.discrepancies.length };
    });

  it.each(CASES)(
    '%s %s: errors of the contract, an end without help, and books that agree',
    async (part, fault) => {
      const outage = stack.outage(part, fault);
      const before = await settledBooks();
      const searches = load();
      await sleep(BEFORE_MS);
      const beganMs = searches.elapsedMs();
      await outage.begin();
      await sleep(OUTAGE_MS);
      const endedMs = searches.elapsedMs();
      await outage.end();
      await until(() => Promise.resolve(endsWhole(searches.answers, endedMs)));
      const answers = await searches.end();
      const after = await settledBooks();

      const notWholeMs = answers.filter((answer) => !isWhole(answer)).map(({ atMs }) => atMs - endedMs);
      const row: OutageRow = {
        part,
        fault,
        answers: countOf(answers.filter(({ atMs }) => atMs >= beganMs && atMs < endedMs).map(outcomeOf)),
        recoveredAfterMs: Math.max(0, ...notWholeMs),
        answered: answers.filter(({ status }) => status === 200).length,
        charged: after.charged - before.charged,
        unknown: answers.filter(isBilledUnknown).length,
      };
      rows.push(row);
      printErr(printed(row));
      // Reads the shape of each error.
      const outcomes = new Set(answers.map(outcomeOf));
      if (DISPENSABLE.includes(part))
        expect([...outcomes].filter((text) => !text.startsWith('200'))).toEqual([]);
      if (part !== 'gateway') expect(outcomes).not.toContain('no answer');
      expect(row.charged).toBeGreaterThanOrEqual(row.answered);
      expect(row.charged).toBeLessThanOrEqual(row.answered + row.unknown);
      expect(after.discrepancies).toBe(0);
    },
    200_000,
  );
});

function endsWhole(answers: readonly Answered[], endedMs: number): boolean {
  const last = answers.filter(({ atMs }) => atMs > endedMs).slice(-WHOLE_IN_A_ROW);
  return last.length === WHOLE_IN_A_ROW && last.every(isWhole);
}

function printed({ part, fault, answers, recoveredAfterMs, answered, charged, unknown }: OutageRow): string {
  const said = [...answers].map(([outcome, count]) => `${outcome} × ${count}`).join(', ');
  const seconds = `${(recoveredAfterMs / 1_000).toFixed(1)} s`;
  return `| ${[part, fault, said, seconds, answered, charged, unknown].join(' | ')} |`;
}

/** `200`, `200 degraded`, `503 dependency_unavailable`, or `no answer`. @throws Error for an error of another shape. */
function outcomeOf({ status, degraded, note }: Answered): string {
  if (status === 0) return 'no answer';
  if (status === 200) return degraded ? '200 degraded' : '200';
  return `${status} ${errorOf(note)?.type ?? ''}`;
}

function isBilledUnknown({ status, note }: Answered): boolean {
  return status === 0 || (status !== 200 && errorOf(note)?.ctx['billed'] === 'unknown');
}

const isWhole = ({ status, degraded }: Answered): boolean => status === 200 && !degraded;

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.toSorted()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function errorOf(text: string) {
  return errorSchema.parse(JSON.parse(text)).detail[0];
}
