import { printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';
import { megabytesOf } from '../hub-profile.js';
import { readHubManifest, type HubFile, type HubManifest } from '../hub/hub-manifest.js';
import { pathOf, type HubSettings } from '../hub/hub-store.js';
import { sizeOf } from '../hub/download-file.js';
import type { AddCommand } from './command.js';

export const addList: AddCommand = (program, context) => {
  program
    .command('list')
    .description('list all profiles and text encoders and show which of them are on this machine')
    .action(async () => {
      const { settings } = context();
      const manifest = await readHubManifest(settings.manifestPath);
      const table = new Table({
        head: ['profile', 'what', 'licence', 'words find images', 'download', 'on disk'],
        style: { head: [], border: [] },
        wordWrap: true,
        colWidths: [13, 30, 24, 19, 14, 13],
      });
      for (const { id, title, licence, finds, files } of downloads(manifest)) {
        table.push([id, title, licence, finds, megabytesOf(files), await presence(settings, files)]);
      }
      table.push([
        'lite',
        'EfficientNet-Lite0 and MiniLM, part of this program',
        'Apache-2.0',
        'by their captions; those without by what they show',
        'none',
        'yes',
      ]);
      printOut(
        `${table.toString()}\nModels are stored in ${settings.modelDir}; the hub is ${settings.hubUrl}.\n` +
          'Download a profile and search with it: npm run models -- use clip-b32',
      );
    });
};

/** Profiles, text encoders and the reranker of the hub, with what words find images by. */
function downloads(manifest: HubManifest) {
  const profiles = manifest.profiles.map((entry) => ({ ...entry, finds: 'by their pixels' }));
  const encoders = manifest.textEncoders.map((entry) => ({ ...entry, finds: 'by their captions' }));
  const rerankers = manifest.rerankers.map((entry) => ({ ...entry, finds: 'RERANKER=cross-encoder' }));
  return [...profiles, ...encoders, ...rerankers].map(({ files, ...entry }) => ({
    ...entry,
    files: Object.values<HubFile>(files),
  }));
}

async function presence(settings: HubSettings, files: readonly HubFile[]): Promise<string> {
  const sizes = await Promise.all(files.map((file) => sizeOf(pathOf(settings, file))));
  const there = sizes.filter((bytes) => bytes > 0).length;
  if (there === files.length) return 'yes';
  return there === 0 ? 'no' : `${there} of ${files.length} files`;
}
