import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { RightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const CALL_TIMEOUT_MS = 20_000;

export const call = () => detachedCall(CALL_TIMEOUT_MS);

/** A person's folders beside a running stack, driven through the operator's command. */
const stack = await TestStack.start(NO_IMAGES);
afterAll(() => stack.stop());

export const home = folderOfSuite();
/** Of the stack. */
export const { dataDir } = stack;
export const caller = await stack.newCaller('scale');
export const rights: RightsClient = stack.clients.rights;
/** Of the command. */
export const env: Record<string, string> = {
  ...stack.stack.addresses,
  DATA_DIR: join(home, 'data'),
  INGEST_MACHINE: 'this-machine',
};

/** @param path Below the home. */
export async function put(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), content);
}

export function ingest(args: readonly string[], more: Record<string, string> = {}) {
  return stack.runIngest(args, { ...env, ...more });
}

/** @param folder Below the home. */
export function ingestFolder(folder: string, ...options: string[]) {
  return ingest(['folder', join(home, folder), ...options]);
}

export async function titleOf(assetId: string): Promise<string | undefined> {
  const { assets } = await rights.getAssets({ assetIds: [assetId] }, call());
  return assets[0]?.metadata?.title;
}

export async function countOf(source: string): Promise<number> {
  const { sources } = await rights.countAssets({}, call());
  return sources.find((one) => one.source === source)?.active ?? 0;
}

export async function storedFile(
  assetId: string,
  variant: 'VARIANT_ORIGINAL' | 'VARIANT_INGESTED',
): Promise<{ type: string | undefined; bytes: Buffer }> {
  const { downloads } = await rights.createDownload({ assetIds: [assetId], variant }, call());
  const token = downloads[0]?.token;
  const chunks: Buffer[] = [];
  let type: string | undefined;
  for await (const { head, chunk } of rights.readDownload({ token: token ?? '' }, call())) {
    type = head?.headers['Content-Type'] ?? type;
    if (chunk !== undefined) chunks.push(chunk);
  }
  return { type, bytes: Buffer.concat(chunks) };
}
