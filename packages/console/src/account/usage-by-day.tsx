import type { UsageByDay } from '@imagesearch/sdk';
import { useState, type ReactNode } from 'react';
import { client } from '../api/client.js';
import { sentenceOf } from '../api/failure.js';
import { saveFile } from '../api/files.js';
import { useLoaded } from '../api/store.js';
import { Button } from '../ui/button.js';
import { Fault, SelectField, useSaving } from '../ui/form.js';

const SPANS = [7, 30, 90].map((days) => [days, `${days} days`] as const);
const ALL = '';
const ALL_KEYS = [ALL, 'All keys together'] as const;

/** What the searches of each key cost on each day, as a table and as a file. */
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
    <section aria-label="Usage" className="stack">
      <h3 className="section-title">Usage</h3>
      <div className="line">
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
      <div className="row">
        <Button disabled={isSaving} onClick={() => void download()}>
          Download as CSV
        </Button>
      </div>
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

/** The days with a search, the latest first. */
function daysOf({ days }: UsageByDay, keyId: string): Day[] {
  const rows = days.filter((row) => keyId === ALL || row.key_id === keyId);
  const dates = [...new Set(rows.map(({ date }) => date))].sort().reverse();
  return dates.map((date) => {
    const ofDay = rows.filter((row) => row.date === date);
    const sum = (name: 'searches' | 'failed' | 'credits') =>
      ofDay.reduce((total, row) => total + row[name], 0);
    return { date, searches: sum('searches'), failed: sum('failed'), credits: sum('credits') };
  });
}

function Days({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return <p className="quiet">No searches on these days.</p>;
  const total = days.reduce((sum, { credits }) => sum + credits, 0);
  return (
    <div>
      <p className="quiet">{total.toLocaleString('en')} credits</p>
      <Table columns={['Day (UTC)', 'Searches', 'Failed', 'Credits']}>
        {days.map(({ date, searches, failed, credits }) => (
          <tr key={date}>
            <th scope="row">{dayOf(date)}</th>
            <td>{searches.toLocaleString('en')}</td>
            <td>{failed.toLocaleString('en')}</td>
            <td>{credits.toLocaleString('en')}</td>
          </tr>
        ))}
      </Table>
    </div>
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

/** Days begin in UTC, in which the service counts them. */
export function dayOf(text: string): string {
  return new Date(text).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

export function momentOf(text: string): string {
  return new Date(text).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
