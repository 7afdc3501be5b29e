import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '../operator-error.js';

const SCHEMAS = ['gateway', 'rights'];

/** Writes both schemas as they are at one moment; the services may go on. @throws OperatorError */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
  await run('pg_dump', ['--format=custom', ...schemas, `--file=${file}`, `--dbname=${url}`]);
}

/** All or nothing, into a database without these schemas. @throws OperatorError */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  await run('pg_restore', ['--single-transaction', '--exit-on-error', `--dbname=${url}`, file]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close').catch(() => {
    throw new OperatorError(`There is no ${program}: install the client programs of Postgres.`);
  })) as [number | null];
  if (code !== 0) throw new OperatorError(`${program} failed: ${said.trim()}`);
}
