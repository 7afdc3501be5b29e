import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../../clients/python');
const VERSION_CHECK = 'import sys; assert sys.version_info >= (3, 10), "Python is older than 3.10"';

/** A Python with these modules, or why there is none. `TEST_PYTHON` names another than `python3`. */
export function pythonWith(
  ...modules: string[]
): { path: string; reason?: never } | { path?: never; reason: string } {
  const path = process.env['TEST_PYTHON'] ?? 'python3';
  const checks = [VERSION_CHECK, ...modules.map((name) => `import ${name}`)];
  const { status, error, stderr } = spawnSync(path, ['-c', checks.join('\n')], { encoding: 'utf8' });
  if (status === 0) return { path };
  const lines = error ? [error.message] : stderr.trim().split('\n');
  return { reason: lines.at(-1) ?? 'Python does not start' };
}

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
