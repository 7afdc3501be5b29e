import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';

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

/** The rows of a `.jsonl` or `.csv` file of any size, one in memory at a time. What is done already is read again and passed over. */
export function readRows(path: string, after?: string): AsyncIterable<Row> {
  return path.endsWith('.csv') ? readCsv(path, after) : readJsonLines(path, after);
}

async function* readJsonLines(path: string, after: string | undefined): AsyncGenerator<Row> {
  const done = Number(after ?? 0);
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    // Without the mark that some programs begin a file with, too.
    const text = line.trim();
    if (number <= done || text === '') continue;
    const row = { name: `line ${number}`, cursor: String(number) };
    if (text.length > LINE_CHARS_MAX) {
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

/** A description of an image is far shorter; a longer line is no manifest's. */
const LINE_CHARS_MAX = 1024 * 1024;

/** The lines of a UTF-8 file of any size, with one in memory at a time; of one that is too long, its beginning. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()?.slice(0, LINE_CHARS_MAX + 1) ?? '';
    yield* lines;
  }
  yield rest;
}

const RECORD_CHARS_MAX = 1024 * 1024;

async function* readCsv(path: string, after: string | undefined): AsyncGenerator<Row> {
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

/** How a CSV file is written. */
interface CsvShape {
  delimiter: ',' | ';' | '\t';
  /** Excel writes tables in the code page of the machine, or in UTF-16 as "Unicode text". */
  encoding: 'utf-8' | 'windows-1252' | 'utf-16le';
}

const DELIMITERS: CsvShape['delimiter'][] = [',', ';', '\t'];
const HEADER_BYTES_MAX = 64 * 1024;
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/** Reads the whole file once, with a chunk in memory at a time. */
async function csvShapeOf(path: string): Promise<CsvShape> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (head.length < HEADER_BYTES_MAX) head = Buffer.concat([head, chunk]).subarray(0, HEADER_BYTES_MAX);
    if (head.subarray(0, 2).equals(UTF_16_MARK))
      return { delimiter: delimiterIn(head.toString('utf16le')), encoding: 'utf-16le' };
    isUtf8 &&= decodes(utf8, chunk);
    if (!isUtf8 && head.length >= HEADER_BYTES_MAX) break;
  }
  isUtf8 &&= decodes(utf8);
  return { delimiter: delimiterIn(head.toString('latin1')), encoding: isUtf8 ? 'utf-8' : 'windows-1252' };
}

/** @param chunk Undefined at the end of the file, where a character may be cut off. */
function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The one that the first line has most of, outside quotes. */
function delimiterIn(head: string): CsvShape['delimiter'] {
  const [header = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/);
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  const [most = ','] = DELIMITERS.slice().sort((a, b) => countOf(b) - countOf(a));
  return most;
}
