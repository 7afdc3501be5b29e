import { appendFile, rm } from 'node:fs/promises';
import { printableText } from '@imagesearch/service-kit/printable-text';

/** An entry that was not taken in, and why. */
export interface IngestFailure {
  /** An asset id where there is one, else where the source has it: a line, a path. */
  item: string;
  reason: string;
}

/** Where failures are kept, one JSON object a line: `{"at", "item", "reason"}`. */
export interface Report {
  add(failures: readonly IngestFailure[]): Promise<void>;
  clear(): Promise<void>;
}

export function openReport(path: string): Report {
  return {
    add: async (failures) => {
      if (failures.length === 0) return;
      const at = new Date().toISOString();
      await appendFile(path, failures.map((failure) => lineOf({ at, ...failure })).join(''));
    },
    clear: () => rm(path, { force: true }),
  };
}

export const NO_REPORT: Report = { add: () => Promise.resolve(), clear: () => Promise.resolve() };

/** Reads the same as JSON, and moves nothing on the terminal of somebody who prints the file. */
function lineOf(entry: IngestFailure & { at: string }): string {
  return `${printableText(JSON.stringify(entry))}\n`;
}
