import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a built program of an operator to its end: its exit code (null when it was killed) and all that it printed. */
export async function runProgram(path: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
