import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { openProfile } from '../open-profile.js';
import type { AddCommand } from './command.js';

/** One process prepares the folder that services then share, and may mount read-only. */
export const addPrepare: AddCommand = (program, context) => {
  program
    .command('prepare')
    .description(
      'download what MODEL_PROFILE and TEXT_ENCODER name, before services start on the same MODEL_DIR',
    )
    .action(async () => {
      const { settings, signal } = context();
      const { profile, why } = await openProfile(settings, {
        indexFingerprint: '',
        onProgress: onceEachStep(),
        signal,
      });
      printOut(`${profile.id} is complete in ${settings.modelDir} (${why}).`);
    });
};

/** A line for each step: the log of a container shows no bar. */
function onceEachStep(): (progress: { step: string }) => void {
  let last = '';
  return ({ step }) => {
    if (step !== last) printErr(step);
    last = step;
  };
}
