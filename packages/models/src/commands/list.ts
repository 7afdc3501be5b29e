import { printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';
import { filesOf, hubProfileIds, entryOf } from '../hub-profile.js';
import { readHubManifest, rerankerOf, type HubFile, type HubManifest } from '../hub/hub-manifest.js';
import { pathOf, type HubSettings } from '../hub/hub-store.js';
import { sizeOf } from '../hub/download-file.js';
import { encoderFilesOf, encoderOf, sentenceEncoderIds } from '../sentence-encoder.js';
import { openLiteProfile } from '@imagesearch/lite-models/lite-profile';
import type { AddCommand } from './command.js';

const MEGABYTE = 1_000_000;

export const addList: AddCommand = (program, context) => {
  program
    .command('list')
    .description('list all profiles and sentence encoders and show which of them are on this machine')
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
        table.push([id, title, licence, finds, megabytes(files), await presence(settings, files)]);
      }
      const isBuilt = (await openLiteProfile(settings.modelDir)) !== undefined;
      table.push([
        'lite',
        'built from npm packages',
        'Apache-2.0, WordNet 3.0',
        'by their English captions',
        'none',
        isBuilt ? 'yes' : 'no',
      ]);
      printOut(
        `${table.toString()}\nModels are stored in ${settings.modelDir}; the hub is ${settings.hubUrl}.\n` +
          'Download one with: npm run models -- pull clip-b32',
      );
    });
};

/** Profiles and sentence encoders of the hub, with what words find images by. */
function downloads(manifest: HubManifest) {
  const profiles = hubProfileIds(manifest).map((id) => {
    const entry = entryOf(manifest, id);
    const licences = new Set([entry.licence, rerankerOf(manifest, entry).licence]);
    const licence = [...licences].join('; reranker: ');
    return { id, title: entry.title, licence, finds: 'by their pixels', files: filesOf(manifest, id) };
  });
  const encoders = sentenceEncoderIds(manifest).map((id) => {
    const { title, licence } = encoderOf(manifest, id);
    return { id, title, licence, finds: 'by captions as sentences', files: encoderFilesOf(manifest, id) };
  });
  return [...profiles, ...encoders];
}

/** Size of all files; the manifest does not know that of every file. */
function megabytes(files: readonly HubFile[]): string {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const isWhole = files.every((file) => file.bytes !== undefined);
  return `${isWhole ? '' : 'over '}${Math.round(bytes / MEGABYTE)} MB`;
}

async function presence(settings: HubSettings, files: readonly HubFile[]): Promise<string> {
  const sizes = await Promise.all(files.map((file) => sizeOf(pathOf(settings, file))));
  const there = sizes.filter((bytes) => bytes > 0).length;
  if (there === files.length) return 'yes';
  return there === 0 ? 'no' : `${there} of ${files.length} files`;
}
