import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { pullCommand } from '../hub-profile.js';
import { readHubManifest } from '../hub/hub-manifest.js';
import { readPins } from '../hub/lock-file.js';
import { pathOf, stateOf, type HubSettings } from '../hub/hub-store.js';
import { damagedLiteFiles } from '../lite.js';
import { downloadsOf, type HubModelName } from './profile-argument.js';

/** Compares a model's files with their SHA-256 and prints what is wrong. */
export async function areFilesWhole(id: HubModelName | 'lite', settings: HubSettings): Promise<boolean> {
  if (id === 'lite') {
    const damaged = await damagedLiteFiles();
    for (const path of damaged)
      printErr(`damaged  ${path}\nRepair it with: git restore packages/models/lite`);
    return damaged.length === 0;
  }
  const pins = await readPins(settings.lockPath);
  let isWhole = true;
  for (const file of downloadsOf(await readHubManifest(settings.manifestPath), id)) {
    const state = await stateOf(settings, file, pins);
    isWhole &&= state === 'whole';
    printOut(`${state.padEnd(8)} ${pathOf(settings, file)}`);
  }
  if (!isWhole) printErr(`Repair it with: ${pullCommand(id)}`);
  return isWhole;
}
