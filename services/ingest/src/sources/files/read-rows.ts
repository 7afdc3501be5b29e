import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { readLines } from './read-lines.js';

/** One row of a table of images, as it stands there. */
export interface Row {
  /** How an operator finds it: `line 17`. */
  name: string;
  /** Undefined when the row cannot be read; `fault` says why. */
  fields: unknown;
  fault?: string;
  /** Where reading goes on behind this row. */
  cursor: string;
}

/** The rows of a `.jsonl` or `.csv` file of any size, one in memory at a time. */
export function readRows(path: string, after?: string): AsyncIterable<Row> {
  return path.endsWith('.csv') ? readCsv(path, after) : readJsonLines(path, after);
}

async function* readJsonLines(path: string, after: string | undefined): AsyncGenerator<Row> {
  const [offset = 0, lines = 0] = (after ?? '0:0').split(':').map(Number);
  for await (const { text, number, end } of readLines(path, { offset, lines })) {
    if (text?.trim() === '') continue;
    const row = { name: `line ${number}`, cursor: `${end.offset}:${end.lines}` };
    if (text === undefined) {
      yield { ...row, fields: undefined, fault: 'the line is longer than a megabyte' };
      continue;
    }
    try {
      yield { ...row, fields: JSON.parse(text) };
    } catch {
      yield { ...row, fields: undefined, fault: 'the line is no JSON' };
    }
  }
}

const RECORD_CHARS_MAX = 1024 * 1024;

/** A quoted field may hold line breaks, so a CSV file is read from its head again; what is done already is passed over. */
async function* readCsv(path: string, after: string | undefined): AsyncGenerator<Row> {
  const done = Number(after ?? 0);
  const parser = createReadStream(path).pipe(
    parse({
      columns: (header: string[]) => header.map((name) => name.trim()),
      bom: true,
      trim: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARS_MAX,
    }),
  );
  let records = 0;
  for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
    records += 1;
    if (records <= done) continue;
    // An empty cell is one that is not filled in.
    const fields = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
    yield { name: `line ${info.lines}`, fields, cursor: String(records) };
  }
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}
