import { resolve } from 'node:path';
import { loadConfig } from '@imagesearch/retrieval/config';
import { parseConfig, databaseUrl } from '@imagesearch/service-kit/config';
import { printOut, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import { takeBackup } from './backups/take-backup.js';
import { dataDirOf, runLocalCommand } from './local-command.js';

const program = new Command('pnpm backup --')
  .description(
    'Copies accounts, catalogue, files and index of DATA_DIR, DATABASE_URL and QDRANT_URL into a new folder.',
  )
  .argument('<folder>', 'folder to make')
  .configureOutput(TERMINAL_OUTPUT)
  .parse();

await runLocalCommand(async () => {
  // npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD.
  const target = resolve(process.env['INIT_CWD'] ?? '.', program.args[0] ?? '');
  const { DATABASE_URL } = parseConfig(z.object({ DATABASE_URL: databaseUrl }), process.env);
  const { qdrant: index } = loadConfig(process.env);
  await takeBackup({ dataDir: dataDirOf(process.env), databaseUrl: DATABASE_URL, index, target });
  printOut(`Made ${target}.`);
});
