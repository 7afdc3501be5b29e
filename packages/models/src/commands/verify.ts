import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { pullCommand } from '../hub-profile.js';
import { readHubManifest } from '../hub/hub-manifest.js';
import { readPins } from '../hub/lock-file.js';
import { pathOf, stateOf } from '../hub/hub-store.js';
import type { AddCommand } from './command.js';
import { downloadsOf, profileArgument, type HubModelName } from './profile-argument.js';

export const addVerify: AddCommand = (program, context) => {
  program
    .command('verify')
    .description("compare a profile's files with their SHA-256")
    .addArgument(profileArgument())
    .action(async (id: HubModelName) => {
      const { settings } = context();
      const pins = await readPins(settings.lockPath);
      let isWhole = true;
      for (const file of downloadsOf(await readHubManifest(settings.manifestPath), id)) {
        const state = await stateOf(settings, file, pins);
        isWhole &&= state === 'whole';
        printOut(`${state.padEnd(8)} ${pathOf(settings, file)}`);
      }
      if (isWhole) return;
      printErr(`Repair it with: ${pullCommand(id)}`);
      process.exitCode = 1;
    });
};
