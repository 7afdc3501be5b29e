import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';
import { printErr, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import type { LocationChoice } from '../pipeline/location-choice.js';
import type { Services } from '../pipeline/service-calls.js';
import type { SharedOptions } from './command.js';
import type { OwnSource } from './own-source.js';
import type { ProgressBar } from './progress.js';

/**
 * Whether places are cut out of the files of a source: as its operator says now, or has said before. On a terminal, who
 * has not decided is asked once, before the first file with a place is stored.
 */
export async function locationChoice(
  { stripLocation: before, source, origin }: OwnSource,
  { stripLocation: given, dryRun = false }: SharedOptions,
  bar: ProgressBar,
  { rights, signal }: Services,
): Promise<LocationChoice> {
  if (dryRun) return { strips: given ?? before ?? false };
  const record = (stripLocation: boolean) => rights.claimSource({ source, origin, stripLocation });
  if (given !== undefined) await record(given);
  const decided = given ?? before;
  const isAsked = decided === undefined && isatty(0) && isatty(2);
  return {
    strips: decided ?? false,
    ...(isAsked && {
      ask: async (count) => {
        const strips = await bar.whilePaused(() => askPerson(count, signal));
        if (strips !== undefined) await record(strips);
        return strips ?? false;
      },
    }),
  };
}

/** Undefined when the input ends without an answer. */
async function askPerson(count: number, signal: AbortSignal): Promise<boolean | undefined> {
  const images = count === 1 ? '1 image says where it was' : `${count} images so far say where they were`;
  TERMINAL_OUTPUT.writeErr(
    `${images} taken; keep, or strip? Whoever has the address of a file can read the place in it. [keep/strip] `,
  );
  process.stdin.ref();
  try {
    for await (const line of createInterface({ input: process.stdin, signal })) {
      const answer = line.trim().toLowerCase();
      if (answer === 'keep' || answer === 'strip') return answer === 'strip';
      TERMINAL_OUTPUT.writeErr('Please answer keep or strip: ');
    }
  } finally {
    // A terminal that is read would keep the process from its end.
    process.stdin.unref();
  }
  signal.throwIfAborted();
  printErr('No answer: the places are kept.');
  return undefined;
}
