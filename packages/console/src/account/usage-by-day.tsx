import type { UsageByDay } from '@imagesearch/sdk';
import { useState, type ReactNode } from 'react';
import { client } from '../api/client.js';
import { sentenceOf } from '../api/failure.js';
import { saveFile } from '../api/files.js';
import { useLoaded } from '../api/store.js';
import { Fault, SelectField, useSaving } from '../ui/form.js';
import './usage-by-day.css';

const SPANS = [7, 30, 90].map((days) => [days, `${days} days`] as const);
const ALL = '';
const ALL_KEYS = [ALL, 'All keys together'] as const;

/** What the searches of each key cost on each day, as bars, as a table and as a file. */
export function UsageDays() {
  const [span, setSpan] = useState(30);
  const [keyId, setKeyId] = useState(ALL);
  const { latest: usage, error } = useLoaded(
    String(span),
    async (signal) => (await client().usageByDay({ days: span, signal })).data,
  );
  const { isSaving, fault, save } = useSaving();
  const download = (): Promise<void> =>
    save(async () => {
      const { data } = await client().usageCsv({ days: span });
      saveFile(new Blob([data], { type: 'text/csv' }), `usage-${span}-days.csv`);
    });
  return (
    <section aria-label="Usage">
      <h3 className="section-title">Usage</h3>
      <div className="usage-choices">
        <SelectField
          words="The last"
          options={SPANS}
          value={span}
          onChange={({ target }) => setSpan(Number(target.value))}
        />
        <SelectField
          words="Key"
          options={[ALL_KEYS, ...keysIn(usage)]}
          value={keyId}
          onChange={({ target }) => setKeyId(target.value)}
        />
      </div>
      <Fault fault={error === null ? fault : sentenceOf(error)} />
      {usage && <Days days={daysOf(usage, keyId)} />}
      <button type="button" className="button" disabled={isSaving} onClick={() => void download()}>
        Download as CSV
      </button>
    </section>
  );
}

type Row = UsageByDay['days'][number];

function keysIn(usage: UsageByDay | null): [id: string, words: string][] {
  const words = ({ key_name, key_prefix }: Row): string => `${key_name} (${key_prefix}…)`;
  return [...new Map((usage?.days ?? []).map((row) => [row.key_id, words(row)]))];
}

interface Day {
  date: string;
  searches: number;
  failed: number;
  credits: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** Every day of the span, also those without a search. */
function daysOf({ from, to, days }: UsageByDay, keyId: string): Day[] {
  const rows = days.filter((row) => keyId === ALL || row.key_id === keyId);
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, at) => {
    const date = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10);
    const ofDay = rows.filter((row) => row.date === date);
    const sum = (name: 'searches' | 'failed' | 'credits') =>
      ofDay.reduce((total, row) => total + row[name], 0);
    return { date, searches: sum('searches'), failed: sum('failed'), credits: sum('credits') };
  });
}

function Days({ days }: { days: readonly Day[] }) {
  const used = days.filter(({ searches }) => searches > 0);
  if (used.length === 0) return <p className="quiet usage-none">No searches on these days.</p>;
  return (
    <>
      <Bars days={days} />
      <details className="usage-table">
        <summary className="button-plain">Show as a table</summary>
        <Table columns={['Day (UTC)', 'Searches', 'Failed', 'Credits']}>
          {used.toReversed().map(({ date, searches, failed, credits }) => (
            <tr key={date}>
              <th scope="row">{dayOf(date)}</th>
              <td>{searches.toLocaleString('en')}</td>
              <td>{failed.toLocaleString('en')}</td>
              <td>{credits.toLocaleString('en')}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

interface TableProps {
  columns: readonly string[];
  /** Rows. */
  children: ReactNode;
}

export function Table({ columns, children }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const HEIGHT = 100;
const BAR = { width: 8, step: 10 };

function Bars({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ credits }) => credits));
  const total = days.reduce((sum, { credits }) => sum + credits, 0);
  const words = `${total.toLocaleString('en')} credits, ${most.toLocaleString('en')} at most on one day`;
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return (
    <figure className="usage-bars">
      <figcaption className="quiet">{words}</figcaption>
      <svg
        role="img"
        aria-label={`Credits by day, ${dayOf(first)} to ${dayOf(last)}: ${words}`}
        viewBox={`0 0 ${days.length * BAR.step} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map(({ date, credits }, at) => {
          const height = (HEIGHT * credits) / Math.max(1, most);
          return (
            <rect key={date} x={at * BAR.step + 1} y={HEIGHT - height} width={BAR.width} height={height}>
              <title>{`${dayOf(date)}: ${credits.toLocaleString('en')} credits`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="quiet usage-ends" aria-hidden="true">
        <span>{dayOf(first)}</span>
        <span>{dayOf(last)}</span>
      </p>
    </figure>
  );
}

function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
