import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { isAlive } from '@imagesearch/service-kit/process/running-stack';
import { z } from 'zod';

const schema = z.object({ pid: z.number().int().positive(), ops_url: z.url() });

/** Where the operator's port of a gateway is; the token lies beside it. */
export interface OperatorPort {
  url: string;
  token: string;
}

/** Of a gateway on embedded stores, which no second process can open. */
export function operatorTokenPath(dataDir: string): string {
  return join(dataDir, 'gateway', 'operator-token');
}

function portFileIn(dataDir: string): string {
  return join(dataDir, 'gateway', 'operator-port.json');
}

/** Tells the `accounts` command where this process serves. @returns removes the file again. */
export async function announceOperatorPort(dataDir: string, opsUrl: string): Promise<() => void> {
  const path = portFileIn(dataDir);
  await writeFileAtomic(path, `${JSON.stringify({ pid: process.pid, ops_url: opsUrl })}\n`);
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => {
    process.removeListener('exit', remove);
    remove();
  };
}

/**
 * The operator's port of the gateway that runs on this data folder; undefined when none does.
 * @param token Of a gateway that got OPS_TOKEN; by default the one that the gateway keeps in the folder.
 */
export function findOperatorPort(dataDir: string, token: string | undefined): OperatorPort | undefined {
  try {
    const { pid, ops_url } = schema.parse(JSON.parse(readFileSync(portFileIn(dataDir), 'utf8')));
    if (!isAlive(pid)) return undefined;
    return { url: ops_url, token: token ?? readFileSync(operatorTokenPath(dataDir), 'utf8').trim() };
  } catch {
    return undefined;
  }
}
