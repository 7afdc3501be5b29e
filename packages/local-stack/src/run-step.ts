import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from './operator-error.js';

/**
 * Runs a script in a child process, so that its memory is freed at its end. The child ends with this process.
 * @throws OperatorError when the script fails or the signal fires.
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
    // By the channel the child notices that this process was killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  // A child that computes does not read signals.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  process.removeListener('exit', end);
  signal.throwIfAborted();
  if (exitCode !== 0) throw new OperatorError('The step above failed; run the command again to continue.');
}
