import { printOut } from '@imagesearch/service-kit/process/terminal';
import { hubFileName, readHubManifest } from '../hub/hub-manifest.js';
import { pathOf, pullFiles, type HubSettings } from '../hub/hub-store.js';
import { startByteBar } from './byte-bar.js';
import type { AddCommand } from './command.js';
import { downloadsOf, profileArgument, type HubModelName } from './profile-argument.js';

export const addPull: AddCommand = (program, context) => {
  program
    .command('pull')
    .description("download a profile's files and resume an interrupted download")
    .addArgument(profileArgument())
    .action(async (id: HubModelName) => {
      const { settings, signal } = context();
      await pullModel(id, settings, signal);
      printOut(nextSteps(id));
    });
};

/** Downloads what is missing, with a bar for each file. @throws HubError */
export async function pullModel(id: HubModelName, settings: HubSettings, signal: AbortSignal): Promise<void> {
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
}

function nextSteps(id: HubModelName): string {
  return `\n${id} is ready. Search with it:\n\n  ${NEXT[id]}`;
}

const NEXT: Readonly<Record<HubModelName, string>> = {
  'clip-b32': 'npm run models -- use clip-b32',
  'siglip2-b16': 'npm run models -- use siglip2-b16',
  'e5-small': 'TEXT_ENCODER=e5-small npm start   (the first start embeds every image again)',
  'minilm-l6': 'RERANKER=cross-encoder npm start',
};
