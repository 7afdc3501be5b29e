import { printableLines } from '../text/printable-text.js';

/** Prints a line, or lines, on standard output. A stranger's text within it goes through `printableText` first. */
export function printOut(text: string): void {
  TERMINAL_OUTPUT.writeOut(`${text}\n`);
}

/** The same on standard error. */
export function printErr(text: string): void {
  TERMINAL_OUTPUT.writeErr(`${text}\n`);
}

/** Where a command's help and its refusals of arguments go, in the shape that commander takes. */
export const TERMINAL_OUTPUT = {
  writeOut: (text: string): void => void process.stdout.write(printableLines(text)),
  writeErr: (text: string): void => void process.stderr.write(printableLines(text)),
};
