import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

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

/** The rows of a `.jsonl` or `.csv` file of any size, one in memory at a time; their cursors are numbers. */
export function readRows(path: string): AsyncIterable<Row> {
  return path.endsWith('.csv') ? readCsv(path) : readJsonLines(path);
}

async function* readJsonLines(path: string): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    // Without the mark that some programs begin a file with, too.
    const text = line.trim();
    if (text === '') continue;
    const row = { name: `line ${number}`, cursor: String(number) };
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

async function* readCsv(path: string): AsyncGenerator<Row> {
  const head = await buffer(createReadStream(path, { end: HEADER_BYTES_MAX - 1 }));
  // Excel writes tables in the code page of the machine, or in UTF-16 as "Unicode text".
  const isWide = head.subarray(0, 2).equals(UTF_16_MARK);
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: delimiterIn(head.toString(isWide ? 'utf16le' : 'latin1')),
    columns: (header: string[]) => header.map((name) => name.trim()),
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
  });
  const text = isWide ? createReadStream(path, 'utf16le') : Readable.from(decoded(createReadStream(path)));
  // A failure reaches the loop below through the parser.
  pipeline(text, parser, () => undefined);
  let records = 0;
  for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
    records += 1;
    // An empty cell is one that is not filled in.
    const fields = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
    yield { name: `line ${info.lines}`, fields, cursor: String(records) };
  }
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}

const HEADER_BYTES_MAX = 64 * 1024;
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);
const LINE_END = 0x0a;

/** Lines that are no UTF-8 are in the code page of Windows. */
async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inUtf8 = (lines: Buffer): Buffer =>
    isUtf8(lines) ? lines : Buffer.from(new TextDecoder('windows-1252').decode(lines));
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = Buffer.concat([rest, chunk]);
    const end = text.length > RECORD_CHARS_MAX ? text.length : text.lastIndexOf(LINE_END) + 1;
    yield inUtf8(text.subarray(0, end));
    rest = text.subarray(end);
  }
  yield inUtf8(rest);
}

const DELIMITERS = [',', ';', '\t'];

/** The one that the first line has most of, outside quotes. */
function delimiterIn(head: string): string {
  const [header = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/);
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  const [most = ','] = DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a));
  return most;
}
