import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Parser } from 'csv-parse';
import { isDecisive, isKnownColumn } from '../table-row.js';
import { tableText } from './table-text.js';

/** What a collection says of one image, as it stands there. */
export interface Row {
  /** How an operator finds it: `line 17`, or the path of a file. */
  name: string;
  /** Undefined when it cannot be read; `fault` says why. */
  fields?: unknown;
  fault?: string;
  /** Set for what is no image: what it is counted as. */
  skipped?: string;
  /** Where a run goes on behind it. */
  cursor: string;
}

/**
 * The rows of a `.jsonl` or `.csv` file of any size, one in memory at a time; their cursors are numbers. Where the file cannot be
 * read any further, a last row says why: what stands behind it may be meant for any image.
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const place = { line: 0, row: 0 };
  try {
    const stats = await stat(path);
    if (!stats.isFile()) throw new Error('it is no regular file');
    yield* /\.csv$/i.test(path) ? readCsv(path, place) : readJsonLines(path, place);
  } catch (error) {
    yield { name: `line ${place.line + 1}`, fault: faultOf(error), cursor: String(place.row + 1) };
  }
}

/** How far a table is read. */
interface Place {
  line: number;
  row: number;
}

function faultOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.includes('QUOTE'))
    return 'a quotation mark is not closed, or stands within a cell; the rows from here on cannot be read';
  if (code === 'CSV_MAX_RECORD_SIZE')
    return 'the row is longer than a megabyte; the rows from here on cannot be read';
  return `the table cannot be read from here on (${code || message})`;
}

async function* readJsonLines(path: string, place: Place): AsyncGenerator<Row> {
  for await (const given of linesOf(path)) {
    place.line += 1;
    place.row = place.line;
    const text = given.trim();
    if (text === '') continue;
    const row = { name: `line ${place.line}`, cursor: String(place.line) };
    if (text.length > LINE_CHARS_MAX) {
      yield { ...row, fault: 'the line is longer than a megabyte' };
      continue;
    }
    try {
      yield { ...row, fields: JSON.parse(text) };
    } catch {
      yield { ...row, fault: 'the line is no JSON' };
    }
  }
}

/** A description of an image is far shorter; a longer line is no manifest's. */
const LINE_CHARS_MAX = 1024 * 1024;

/** The lines of a file of any size, with one in memory at a time; of one that is too long, its beginning. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of tableText(path)) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop()?.slice(0, LINE_CHARS_MAX + 1) ?? '';
    yield* lines;
  }
  yield rest;
}

async function* readCsv(path: string, place: Place): AsyncGenerator<Row> {
  const head = await beginningOf(path);
  const [saysSeparator, separator] = SEPARATOR_LINE.exec(head) ?? [];
  const { parse } = await import('csv-parse');
  const records: CsvRecord[] = [];
  const parser = parse({
    delimiter: separator ?? delimiterIn(head),
    // A table that two programs wrote has two of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: saysSeparator === undefined ? 1 : 2,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LINE_CHARS_MAX,
    // The stream itself drops the records that stand before a failure.
    on_record: (cells: string[], { lines }) => void records.push({ cells, lines }),
  });
  let names: string[] | undefined;
  for await (const failure of failuresOf(parser, tableText(path))) {
    for (const { cells, lines } of records.splice(0)) {
      // The number of its first line; the parser counts to its last.
      const name = `line ${lines - cells.join('').split(/\r\n|\r|\n/).length + 1}`;
      place.line = lines;
      const isHeader = names === undefined;
      names ??= cells.map((cell) => cell.trim());
      if (isHeader && names.some(isKnownColumn)) continue;
      place.row += 1;
      const row = { name, cursor: String(place.row) };
      yield { ...row, ...(isHeader ? { fault: NO_HEADER } : fieldsOf(names, cells)) };
    }
    if (failure) throw failure;
  }
}

/** Parses a text, and yields after each piece of it what is wrong with it. */
async function* failuresOf(
  parser: Parser,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Error | null | undefined> {
  const ended = finished(parser).catch((error: unknown) => error as Error);
  parser.resume();
  for await (const piece of pieces)
    yield await new Promise<Error | null | undefined>((resolve) => parser.write(piece, resolve));
  parser.end();
  yield (await ended) ?? undefined;
}

interface CsvRecord {
  cells: string[];
  /** The number of its last line. */
  lines: number;
}

/** Excel's own first line, which names the separator of all others. */
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n)/i;

const NO_HEADER = 'the first line has to name the columns, and knows none of them';

/** An empty cell is one that is not filled in. A cell in the wrong column may say the opposite of what it is meant to. */
function fieldsOf(names: readonly string[], cells: readonly string[]): Pick<Row, 'fields' | 'fault'> {
  if (cells.slice(names.length).some((cell) => cell !== ''))
    return { fault: `the row has ${cells.length} cells, and the first line names ${names.length} columns` };
  // A column may be called as a member of every object is.
  const fields = Object.create(null) as Record<string, string>;
  for (const [at, name] of names.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    if (fields[name] !== undefined && fields[name] !== cell && isDecisive(name))
      return { fault: `two columns are called "${name}", and say different things` };
    fields[name] ??= cell;
  }
  return { fields };
}

const HEADER_CHARS_MAX = 64 * 1024;

async function beginningOf(path: string): Promise<string> {
  let head = '';
  for await (const text of tableText(path)) {
    head += text;
    if (head.length >= HEADER_CHARS_MAX) break;
  }
  return head.slice(0, HEADER_CHARS_MAX);
}

const DELIMITERS = [',', ';', '\t'];

/** The one that the first line has most of, outside quotes. */
function delimiterIn(head: string): string {
  const [header = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/);
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  const [most = ','] = DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a));
  return most;
}
