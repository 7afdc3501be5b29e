import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';
import { printErr, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import type { LocationChoice } from '../pipeline/location-choice.js';
import type { Services } from '../pipeline/service-calls.js';
import type { ProgressBar } from './progress.js';

interface ChoiceRequest {
  source: string;
  /** `--strip-location` and `--no-strip-location`. */
  given: boolean | undefined;
  dryRun: boolean;
  bar: ProgressBar;
}

/**
 * Whether places are cut out of the files of a source: as its operator says now, or has said before. On a terminal, who
 * has not decided is asked once, before the first file with a place is stored.
 */
export async function locationChoice(
  { source, given, dryRun, bar }: ChoiceRequest,
  { rights, signal }: Services,
): Promise<LocationChoice> {
  const { sources } = await rights.listSources({});
  const claim = sources.find((one) => one.source === source);
  const record = async (stripLocation: boolean): Promise<void> => {
    const { origin = null } = claim ?? {};
    if (origin !== null && !dryRun) await rights.claimSource({ source, origin, stripLocation });
  };
  if (given !== undefined) await record(given);
  const decided = given ?? claim?.stripLocation;
  const isAsked = decided === undefined && !dryRun && isatty(0) && isatty(2);
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
