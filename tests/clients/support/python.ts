import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../../clients/python');

/** Runs Python in the folder of the Python client. */
export async function runPython(
  python: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; output: string }> {
  const child = spawn(python, args, { cwd: CLIENT, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { status: child.exitCode, output };
}
