import { createReadStream } from 'node:fs';
import type { FilePath } from './byte-path.js';

/** How a CSV file is written. */
export interface CsvShape {
  delimiter: ',' | ';' | '\t';
  /** Excel writes tables in the code page of the machine, or in UTF-16 as "Unicode text". */
  encoding: 'utf-8' | 'windows-1252' | 'utf-16le';
}

const DELIMITERS: CsvShape['delimiter'][] = [',', ';', '\t'];
const HEADER_BYTES_MAX = 64 * 1024;
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/** Reads the whole file once, with a chunk in memory at a time. */
export async function csvShapeOf(path: FilePath): Promise<CsvShape> {
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
