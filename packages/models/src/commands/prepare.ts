import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { chooseProfile } from '../choose-profile.js';
import { ensureReranker } from '../hub-profile.js';
import { openProfile } from '../open-profile.js';
import type { AddCommand } from './command.js';

/** One process prepares the folder that services then share, and may mount read-only. */
export const addPrepare: AddCommand = (program, context) => {
  program
    .command('prepare')
    .description(
      'build or download what MODEL_PROFILE and SENTENCE_ENCODER name, before services start on the same MODEL_DIR',
    )
    .action(async () => {
      const { settings, signal } = context();
      const { mayFetch } = await chooseProfile(settings, '');
      const { profile, why } = await openProfile(settings, {
        indexFingerprint: '',
        onProgress: onceEachStep(),
        signal,
      });
      if (profile.id !== 'lite') await ensureReranker(profile.id, { ...settings, mayFetch, signal });
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
