import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

const READABLE = /^metadata\.(?:jsonl|csv)$/i;
/** As people save a table by mistake; what is in it may hold images back. */
const OTHER_FORMATS = /^metadata\.(?:csv\.txt|jsonl\.txt|json|txt|tsv|tab|xls|xlsx|xlsm|ods|numbers)$/i;

interface Tables {
  /** That a run reads in the folder that it ingests. */
  readable: string[];
  /** Describes the folder in a format that no run reads. Beside a readable one it is where that came from. */
  unread: string | undefined;
}

/** The tables among the names of one folder. */
export function tablesAmong(names: readonly string[]): Tables {
  const readable = names.filter((name) => READABLE.test(name));
  return {
    readable,
    unread: readable.length > 0 ? undefined : names.find((name) => OTHER_FORMATS.test(name)),
  };
}

/** Whether a change of the file may change what is said of others. */
export const isTable = (path: string): boolean =>
  READABLE.test(basename(path)) || OTHER_FORMATS.test(basename(path));

/**
 * The table of a folder that is ingested, however its name is written.
 * @throws Error when there are two: one of them may hold back what the other lets out.
 */
export async function findTable(root: string): Promise<string | undefined> {
  const { readable } = tablesAmong(await readdir(root));
  const [table, another] = readable.sort();
  if (table === undefined) return undefined;
  if (another === undefined) return join(root, table);
  throw new Error(`The folder has two tables, ${readable.join(' and ')}: keep one of them.`);
}
