import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script to its end in a process of its own, whose memory goes back when it ends and which goes down with this
 * one. @throws when the script fails, and when the signal ends it.
 */
export async function runStep(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  process.once('exit', stop);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  process.removeListener('exit', stop);
  signal.throwIfAborted();
  if (exitCode !== 0) throw new Error('The step above did not complete; run the command again to go on.');
}
