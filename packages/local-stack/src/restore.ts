import { resolve } from 'node:path';
import { loadConfig } from '@imagesearch/retrieval/config';
import { parseConfig, databaseUrl } from '@imagesearch/service-kit/config';
import { printOut, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import { restoreBackup } from './backups/restore-backup.js';
import { dataDirOf, runLocalCommand } from './local-command.js';

const program = new Command('pnpm restore --')
  .description(
    'Puts a backup into an empty DATA_DIR, and into DATABASE_URL and QDRANT_URL where those are empty too.',
  )
  .argument('<folder>', 'folder that pnpm backup made')
  .configureOutput(TERMINAL_OUTPUT)
  .parse();

await runLocalCommand(async () => {
  // npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD.
  const source = resolve(process.env['INIT_CWD'] ?? '.', program.args[0] ?? '');
  const { DATABASE_URL } = parseConfig(z.object({ DATABASE_URL: databaseUrl }), process.env);
  const dataDir = dataDirOf(process.env);
  const { qdrant: index } = loadConfig(process.env);
  await restoreBackup({ source, dataDir, databaseUrl: DATABASE_URL, index });
  printOut(`Restored ${source} into ${dataDir}.`);
});
