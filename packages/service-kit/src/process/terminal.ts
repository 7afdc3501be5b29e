import { printableLines } from '../text/printable-text.js';

/** Prints to standard output with a line end. Untrusted text must go through `printableText` first. */
export function printOut(text: string): void {
  TERMINAL_OUTPUT.writeOut(`${text}\n`);
}

/** Like `printOut`, to standard error. */
export function printErr(text: string): void {
  TERMINAL_OUTPUT.writeErr(`${text}\n`);
}

/** For commander's `configureOutput`. */
export const TERMINAL_OUTPUT = {
  writeOut: (text: string): void => void process.stdout.write(printableLines(text)),
  writeErr: (text: string): void => void process.stderr.write(printableLines(text)),
};

/** Resolves when everything that was printed has left the process, which a pipe may delay. */
export async function printed(): Promise<void> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(streams.map((stream) => new Promise<void>((done) => stream.write('', () => done()))));
}
