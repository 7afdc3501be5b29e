import { appendFile, rm } from 'node:fs/promises';
import { printableText } from '@imagesearch/service-kit/text/printable-text';

export interface IngestFailure {
  /** An asset id where there is one, else a line or a path of the source. */
  entry: string;
  reason: string;
}

/** Where failures are kept, one JSON object a line: `{"at", "entry", "reason"}`. */
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

/** Control characters are escaped, so the file is safe to print on a terminal. */
function lineOf(entry: IngestFailure & { at: string }): string {
  return `${printableText(JSON.stringify(entry))}\n`;
}
