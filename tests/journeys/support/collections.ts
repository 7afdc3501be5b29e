import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const CALL_TIMEOUT_MS = 20_000;

export const call = () => detachedCall(CALL_TIMEOUT_MS);

/** A person's folders beside a running stack, driven through the operator's command. */
export class Collections {
  readonly home = folderOfSuite();
  readonly caller: Caller;
  readonly rights: RightsClient;
  /** Of the command. */
  readonly env: Record<string, string>;
  readonly #stack: TestStack;

  private constructor(stack: TestStack, caller: Caller) {
    this.#stack = stack;
    this.caller = caller;
    this.rights = stack.clients.rights;
    const own = { DATA_DIR: join(this.home, 'data'), INGEST_MACHINE: 'this-machine' };
    this.env = { ...stack.stack.addresses, ...own };
  }

  static async open(): Promise<Collections> {
    const stack = await TestStack.start(NO_IMAGES);
    return new Collections(stack, await stack.newCaller('scale'));
  }

  close(): Promise<void> {
    return this.#stack.stop();
  }

  /** @param path Below the home. */
  async put(path: string, content: Buffer | string): Promise<void> {
    await mkdir(dirname(join(this.home, path)), { recursive: true });
    await writeFile(join(this.home, path), content);
  }

  ingest(args: readonly string[], more: Record<string, string> = {}) {
    return this.#stack.runIngest(args, { ...this.env, ...more });
  }

  /** @param folder Below the home. */
  ingestFolder(folder: string, ...options: string[]) {
    return this.ingest(['folder', join(this.home, folder), ...options]);
  }

  async titleOf(assetId: string): Promise<string | undefined> {
    const { assets } = await this.rights.getAssets({ assetIds: [assetId] }, call());
    return assets[0]?.metadata?.title;
  }

  async countOf(source: string): Promise<number> {
    const { sources } = await this.rights.countAssets({}, call());
    return sources.find((one) => one.source === source)?.active ?? 0;
  }

  async storedFile(
    assetId: string,
    variant: 'VARIANT_ORIGINAL' | 'VARIANT_INGESTED',
  ): Promise<{ type: string | undefined; bytes: Buffer }> {
    const { downloads } = await this.rights.createDownload({ assetIds: [assetId], variant }, call());
    const token = downloads[0]?.token;
    const chunks: Buffer[] = [];
    let type: string | undefined;
    for await (const { head, chunk } of this.rights.readDownload({ token: token ?? '' }, call())) {
      type = head?.headers['Content-Type'] ?? type;
      if (chunk !== undefined) chunks.push(chunk);
    }
    return { type, bytes: Buffer.concat(chunks) };
  }
}
