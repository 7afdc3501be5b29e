import { printOut } from '@imagesearch/service-kit/process/terminal';
import { hubFileName, readHubManifest } from '../hub/hub-manifest.js';
import { pathOf, pullFiles } from '../hub/hub-store.js';
import { startByteBar } from './byte-bar.js';
import type { AddCommand } from './command.js';
import { isSentenceEncoderId } from '../sentence-encoder.js';
import { downloadsOf, profileArgument, type HubModelName } from './profile-argument.js';

export const addPull: AddCommand = (program, context) => {
  program
    .command('pull')
    .description("download a profile's files and resume an interrupted download")
    .addArgument(profileArgument())
    .action(async (id: HubModelName) => {
      const { settings, signal } = context();
      for (const file of downloadsOf(await readHubManifest(settings.manifestPath), id)) {
        const bar = startByteBar(file.path);
        try {
          await pullFiles([file], {
            ...settings,
            signal,
            onProgress: ({ done, total }) => bar.update(done, total),
          });
        } finally {
          bar.stop();
        }
        printOut(`${hubFileName(file)}\n  is complete: ${pathOf(settings, file)}`);
      }
      printOut(nextSteps(id));
    });
};

/** The local stack embeds what an earlier model has indexed again by itself. */
function nextSteps(id: HubModelName): string {
  const variables = isSentenceEncoderId(id)
    ? `MODEL_PROFILE=lite SENTENCE_ENCODER=${id}`
    : `MODEL_PROFILE=${id}`;
  return `
${id} is ready. Stop a running stack, then start it with this model:

  ${variables} npm start

The first start embeds every image again that another model has indexed.`;
}
