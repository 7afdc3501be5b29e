import Table from 'cli-table3';
import { dataDir, parseConfig } from '@imagesearch/service-kit/config';
import { commandOf, runCommand } from '@imagesearch/service-kit/process/command';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { openProfile } from './open-profile.js';
import { sayingEachStep } from './profile.js';
import { HUB_MODELS, pullModel, type HubModelName } from './pull.js';
import { HubError } from './hub/hub-body.js';
import { modelVariables, toProfileSettings, type ProfileSettings } from './profile-settings.js';
import { filesOf, megabytesOf } from './hub-models.js';
import { readHubManifest, type HubEntry } from './hub/hub-manifest.js';
import { arePresent } from './hub/hub-files.js';

export interface CommandContext {
  settings: ProfileSettings;
  signal: AbortSignal;
}

export type AddCommand = (program: Command, context: () => CommandContext) => void;

/** Runs the command that a person typed. @param more commands that need other parts of the product */
export function runModels(more: readonly AddCommand[] = []): Promise<never> {
  return runCommand(({ signal }) => createProgram(() => ({ settings: readSettings(), signal }), more), {
    continues: true,
    explain: (error) =>
      error instanceof HubError
        ? `${error.message}\nSet MODEL_HUB_URL to use another hub or the folder of a mirror.`
        : undefined,
  });
}

const EXAMPLES = `
Examples:
  npm run models -- list
  npm run models -- use clip-b32
  npm run models -- pull clip-b32
  npm run models -- verify clip-b32
  MODEL_PROFILE=lite npm run models -- prepare`;

export function createProgram(context: () => CommandContext, more: readonly AddCommand[] = []): Command {
  const program = commandOf({
    name: 'npm run models --',
    description: 'Download, use, list and check models.',
    after: EXAMPLES,
  });
  for (const add of [...more, addPull, addPrepare, addList]) add(program, context);
  return program;
}

function readSettings(): ProfileSettings {
  return toProfileSettings(parseConfig(z.object({ ...modelVariables, DATA_DIR: dataDir }), process.env));
}

/** @param more models that need no download */
export function profileArgument(...more: string[]): Argument {
  return new Argument('<model>', 'which profile, text encoder or reranker').choices([...more, ...HUB_MODELS]);
}

const addPull: AddCommand = (program, context) => {
  program
    .command('pull')
    .description("download a profile's files and resume an interrupted download")
    .addArgument(profileArgument())
    .action(async (id: HubModelName) => {
      const { settings, signal } = context();
      await pullModel(id, settings, signal);
      printOut(`\n${id} is ready. Search with it:\n\n  ${NEXT[id]}`);
    });
};

const NEXT: Readonly<Record<HubModelName, string>> = {
  'clip-b32': 'npm run models -- use clip-b32',
  'siglip2-b16': 'npm run models -- use siglip2-b16',
  'e5-small': 'TEXT_ENCODER=e5-small npm start   (the first start embeds every image again)',
  'minilm-l6': 'RERANKER=cross-encoder npm start',
};

const addList: AddCommand = (program, context) => {
  program
    .command('list')
    .description('list all profiles, text encoders and rerankers, and which of them are on this machine')
    .action(async () => {
      const { settings } = context();
      const manifest = await readHubManifest(settings.manifestPath);
      const table = new Table({
        head: ['kind', 'model', 'what', 'licence', 'download', 'on disk'],
        style: { head: [], border: [] },
        wordWrap: true,
        colWidths: [14, 13, 30, 24, 14, 13],
      });
      table.push([
        'profile',
        'lite',
        'EfficientNet-Lite0 and MiniLM, part of this program',
        'Apache-2.0',
        'none',
        'yes',
      ]);
      for (const [kind, entries] of Object.entries<readonly HubEntry[]>({
        profile: manifest.profiles,
        'text encoder': manifest.textEncoders,
        reranker: manifest.rerankers,
      })) {
        for (const entry of entries) {
          const files = filesOf(entry);
          const isThere = (await arePresent(settings, files)) ? 'yes' : 'no';
          table.push([kind, entry.id, entry.title, entry.licence, megabytesOf(files), isThere]);
        }
      }
      printOut(
        `${table.toString()}\nModels are stored in ${settings.modelDir}; the hub is ${settings.hubUrl}.\n` +
          `${KINDS}\nDownload a profile and search with it: npm run models -- use clip-b32`,
      );
    });
};

const KINDS = `
profile:      with lite, words find images by their captions, and without a caption by 1,000 kinds of things;
              with the others also by the pixels of every image. MODEL_PROFILE names it.
text encoder: reads captions and queries, in the place of the built-in one. TEXT_ENCODER names it.
reranker:     orders results by their texts; searches are slower. RERANKER=cross-encoder switches it on.
`;

/** One process prepares the folder that services then share, and may mount read-only. */
const addPrepare: AddCommand = (program, context) => {
  program
    .command('prepare')
    .description(
      'download what MODEL_PROFILE and TEXT_ENCODER name, before services start on the same MODEL_DIR',
    )
    .action(async () => {
      const { settings, signal } = context();
      const { profile, why } = await openProfile(settings, {
        indexFingerprint: '',
        onProgress: sayingEachStep(printErr),
        signal,
      });
      printOut(`${profile.id} is complete in ${settings.modelDir} (${why}).`);
    });
};
