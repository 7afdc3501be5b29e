import { createReadStream } from 'node:fs';
import type { FilePath } from './byte-path.js';

const NEWLINE = 0x0a;
/** A description of an image is far shorter; a longer line is no manifest's. */
const LINE_BYTES_MAX = 1024 * 1024;

export interface Line {
  /** Undefined when the line is longer than a megabyte; its bytes are then not kept. */
  text: string | undefined;
  /** Counted from 1. */
  number: number;
  /** Byte offset behind this line, and how many lines lie before it: where reading can go on. */
  end: LinePosition;
}

export interface LinePosition {
  offset: number;
  lines: number;
}

/** The lines of a UTF-8 file of any size, with one line in memory at a time. */
export async function* readLines(
  path: FilePath,
  from: LinePosition = { offset: 0, lines: 0 },
): AsyncGenerator<Line> {
  let { offset, lines } = from;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const finish = (): Line => {
    const text = heldBytes > LINE_BYTES_MAX ? undefined : Buffer.concat(held).toString('utf8');
    held = [];
    heldBytes = 0;
    lines += 1;
    return { text: lines === 1 ? text?.replace(/^\uFEFF/, '') : text, number: lines, end: { offset, lines } };
  };
  const hold = (part: Buffer): void => {
    offset += part.byteLength;
    heldBytes += part.byteLength;
    if (heldBytes <= LINE_BYTES_MAX) held.push(part);
    else held = [];
  };
  for await (const chunk of createReadStream(path, { start: offset }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, at + 1));
      start = at + 1;
      yield finish();
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield finish();
}

/** How many lines a file has that are not blank. */
export async function countLines(path: FilePath): Promise<number> {
  let count = 0;
  for await (const { text } of readLines(path)) if (text?.trim() !== '') count += 1;
  return count;
}
