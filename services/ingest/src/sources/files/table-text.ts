import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** No line of a table is longer; a longer one is cut wherever a piece of the file ends. */
const LINE_BYTES_MAX = 1024 * 1024;
const LINE_END = 0x0a;
const MARK = '\uFEFF';

/**
 * The text of a table of any size, a piece at a time, without the mark that some programs begin a file with. Spreadsheets
 * write UTF-8, UTF-16 of either order ("Unicode text"), or the code page of the machine.
 */
export async function* tableText(path: string): AsyncGenerator<string> {
  const wide = wideEncodingOf(await buffer(createReadStream(path, { end: 1 })));
  const chunks = createReadStream(path) as AsyncIterable<Buffer>;
  let isFirst = true;
  for await (const text of wide === undefined ? narrow(chunks) : decoded(chunks, wide)) {
    yield isFirst && text.startsWith(MARK) ? text.slice(MARK.length) : text;
    isFirst = false;
  }
}

/** UTF-16 has a mark, or begins with a letter of Latin, which is one byte of two. */
function wideEncodingOf([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Lines that are no UTF-8 are in the code page of Windows. */
async function* narrow(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const textOf = (lines: Buffer): string =>
    isUtf8(lines) ? lines.toString('utf8') : new TextDecoder('windows-1252').decode(lines);
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.length > LINE_BYTES_MAX ? bytes.length : bytes.lastIndexOf(LINE_END) + 1;
    yield textOf(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  yield textOf(rest);
}
