import { printErr } from '@imagesearch/service-kit/process/terminal';
import { z } from 'zod';
import { HubError } from './hub/hub-error.js';
import { modelVariables, toProfileSettings } from './model-settings.js';
import { createProgram } from './program.js';

const EXIT_BAD_CONFIGURATION = 2;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

try {
  const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const settings = toProfileSettings(schema.parse(env));
  await createProgram(() => ({ settings, signal: stop.signal })).parseAsync();
} catch (error) {
  printErr(explain(error));
  process.exitCode = error instanceof z.ZodError ? EXIT_BAD_CONFIGURATION : 1;
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `Invalid configuration:\n${z.prettifyError(error)}`;
  if (stop.signal.aborted) return 'Stopped. Run the same command again to continue.';
  if (error instanceof HubError)
    return `${error.message}\nSet MODEL_HUB_URL to use another hub or the folder of a mirror.`;
  return error instanceof Error ? error.message : String(error);
}
