import { AppError } from '@imagesearch/service-kit/errors';
import { StorageFault } from '@imagesearch/service-kit/files/storage-fault';
import { runCommand } from '@imagesearch/service-kit/process/command';
import { loadConfig } from './config.js';
import { createProgram } from './program.js';

await runCommand((run) => createProgram(() => ({ ...run, config: loadConfig(process.env) })), {
  continues: true,
  explain,
});

function explain(error: unknown): string | undefined {
  // A file that cannot be read is no fault of the folder of data.
  if (!(error instanceof AppError))
    return error instanceof Error && !(error instanceof StorageFault) ? error.message : undefined;
  const isUnreachable = error.code === 'dependency_unavailable' && error.ctx['storage'] === undefined;
  return isUnreachable ? `${error.message} Is the stack running? npm start starts one.` : undefined;
}
