import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script in a child process, so that its memory is freed at its end. The child ends with this process.
 * @throws Error when the script fails or the signal fires.
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
  if (exitCode !== 0) throw new Error('The step above failed; run the command again to continue.');
}
