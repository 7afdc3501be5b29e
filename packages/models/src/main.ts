import { storageFaultOf } from '@imagesearch/service-kit/files/storage-fault';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { z } from 'zod';
import type { ProfileSettings } from './choose-profile.js';
import { HubError } from './hub/hub-error.js';
import { modelVariables, toProfileSettings } from './model-settings.js';
import { createProgram } from './program.js';

const EXIT_BAD_CONFIGURATION = 2;

const stop = listenForStop();

try {
  await createProgram(() => ({ settings: readSettings(), signal: stop.signal })).parseAsync();
} catch (error) {
  printErr(explain(error));
  process.exitCode = error instanceof z.ZodError ? EXIT_BAD_CONFIGURATION : 1;
}
process.exitCode = stop.exitCode() ?? process.exitCode;

function readSettings(): ProfileSettings {
  const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return toProfileSettings(schema.parse(env));
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `Invalid configuration:\n${z.prettifyError(error)}`;
  if (stop.signal.aborted) return 'Stopped. Run the same command again to continue.';
  const fault = storageFaultOf(error);
  if (fault !== undefined) return fault.message;
  if (error instanceof HubError)
    return `${error.message}\nSet MODEL_HUB_URL to use another hub or the folder of a mirror.`;
  return error instanceof Error ? error.message : String(error);
}
