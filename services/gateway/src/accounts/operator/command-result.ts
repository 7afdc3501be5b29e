import { printableText } from '@imagesearch/service-kit/text/printable-text';
import Table from 'cli-table3';

/** The result of a command: facts for programs, and the same as a table for people. */
export interface CommandResult {
  /** Printed as JSON; names in snake_case, as in the public contract. */
  facts: unknown;
  head: string[];
  rows: (string | number | null)[][];
  /** A key in the clear. It is printed alone on standard output, for shells; its table goes to standard error. */
  secret?: string;
  /** The operator's next step. */
  note?: string;
}

export interface Outputs {
  out: (text: string) => void;
  err: (text: string) => void;
}

export function printResult(answer: CommandResult, asJson: boolean, { out, err }: Outputs): void {
  if (asJson) {
    out(JSON.stringify(answer.facts, null, 2));
    return;
  }
  const describe = answer.secret === undefined ? out : err;
  describe(toTable(answer));
  if (answer.note !== undefined) err(answer.note);
  if (answer.secret !== undefined) out(answer.secret);
}

function toTable({ head, rows }: CommandResult): string {
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const row of rows)
    table.push(row.map((cell) => (typeof cell === 'string' ? printableText(cell) : (cell ?? ''))));
  return table.toString();
}

/** UTC, to the minute. */
export function formatMinute(time: Date | null): string | null {
  return time === null ? null : `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
