import type { Database } from '@imagesearch/service-kit/postgres/database';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { shownAddress } from '../webhooks/webhook-store.js';

/** One thing that an operator, or a key of the scope `account`, asked for. */
interface OperatorAction {
  /** The user that ran the command, as it says; `token` for another program that has the operator's token; `key <prefix>`. */
  actor: string;
  operation: string;
  /** As it was read. */
  input: object;
}

interface RecordedAction extends OperatorAction {
  at: Date;
  /** `done`, or the refusal in words. */
  outcome: string;
}

const OUTCOME_CHARS_MAX = 500;

/** What operators did with accounts, keys and credits, and accounts with their own keys. Nothing changes or removes a row. */
export class AuditLog {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Does it and writes it down, also when it is refused. */
  async recording<Result>(action: OperatorAction, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await this.#record(action, 'done');
      return result;
    } catch (error) {
      await this.#record(action, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  async #record({ actor, operation, input }: OperatorAction, outcome: string): Promise<void> {
    await this.#database.query(
      'INSERT INTO gateway.operator_actions (at, actor, operation, input, outcome) VALUES ($1, $2, $3, $4, $5)',
      [
        new Date(),
        printableText(actor),
        operation,
        recordOf(input),
        printableText(outcome).slice(0, OUTCOME_CHARS_MAX),
      ],
    );
  }

  /** The latest actions, oldest first. */
  async list({ since, limit }: { since: Date | null; limit: number }): Promise<RecordedAction[]> {
    const { rows } = await this.#database.query<RecordedAction & { id: string }>(
      `SELECT at, actor, operation, input, outcome FROM
         (SELECT * FROM gateway.operator_actions WHERE $1::timestamptz IS NULL OR at >= $1 ORDER BY id DESC LIMIT $2) latest
        ORDER BY id`,
      [since, limit],
    );
    return rows;
  }
}

/** Without secrets, and without what the database cannot hold: a NUL, half of a surrogate pair. */
function recordOf(input: object): string {
  return JSON.stringify(input, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    return name === 'url' ? shownAddress(value) : printableText(value);
  });
}
