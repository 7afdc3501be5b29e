import { printableText } from '@imagesearch/service-kit/text/printable-text';
import Table from 'cli-table3';

/** What a command answers: facts for programs, the same as a table for people. */
export interface CommandAnswer {
  /** Printed as JSON; names in snake_case, as in the public contract. */
  facts: unknown;
  head: string[];
  rows: (string | number | null)[][];
  /**
   * A key in the clear. It stands alone on standard output, so that a shell can catch it, and the table that
   * describes it goes to standard error.
   */
  secret?: string;
  /** What the operator does next. */
  note?: string;
}

export interface Outputs {
  out: (text: string) => void;
  err: (text: string) => void;
}

export function printAnswer(answer: CommandAnswer, asJson: boolean, { out, err }: Outputs): void {
  if (asJson) {
    out(JSON.stringify(answer.facts, null, 2));
    return;
  }
  const describe = answer.secret === undefined ? out : err;
  describe(toTable(answer));
  if (answer.note !== undefined) err(answer.note);
  if (answer.secret !== undefined) out(answer.secret);
}

function toTable({ head, rows }: CommandAnswer): string {
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const row of rows)
    table.push(row.map((cell) => (typeof cell === 'string' ? printableText(cell) : (cell ?? ''))));
  return table.toString();
}

/** A time for people, to the minute, UTC. */
export function minuteOf(time: Date | null): string | null {
  return time === null ? null : `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
