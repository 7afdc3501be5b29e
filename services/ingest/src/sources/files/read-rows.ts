import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { readablePath, type FilePath } from './byte-path.js';
import { csvShapeOf, type CsvShape } from './csv-shape.js';
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
export function readRows(path: FilePath, after?: string): AsyncIterable<Row> {
  return readablePath(path).endsWith('.csv') ? readCsv(path, after) : readJsonLines(path, after);
}

async function* readJsonLines(path: FilePath, after: string | undefined): AsyncGenerator<Row> {
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
async function* readCsv(path: FilePath, after: string | undefined): AsyncGenerator<Row> {
  const done = Number(after ?? 0);
  const { delimiter, encoding } = await csvShapeOf(path);
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter,
    columns: (header: string[]) => header.map((name) => name.trim()),
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
  });
  // A failure reaches the loop below through the parser.
  pipeline(Readable.from(decoded(createReadStream(path), encoding)), parser, () => undefined);
  let records = 0;
  for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
    records += 1;
    if (records <= done) continue;
    // An empty cell is one that is not filled in.
    const fields = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
    yield { name: `line ${info.lines}`, fields, cursor: String(records) };
  }
}

async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: CsvShape['encoding'],
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}
