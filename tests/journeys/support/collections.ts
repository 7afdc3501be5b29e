import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const CALL_TIMEOUT_MS = 20_000;

export const call = () => detachedCall(CALL_TIMEOUT_MS);

/** A person's folders beside a running stack, driven through the operator's command. */
export class Collections {
  readonly home: string;
  readonly caller: Caller;
  readonly rights: RightsClient;
  /** Of the command. */
  readonly env: Record<string, string>;
  readonly #stack: TestStack;

  private constructor(stack: TestStack, home: string, key: string) {
    const { addresses } = stack.stack;
    this.#stack = stack;
    this.home = home;
    this.caller = new Caller(stack.baseUrl, key);
    this.rights = createRightsClient(addresses.RIGHTS_ADDRESS, addresses.SERVICE_TOKEN);
    this.env = { ...addresses, DATA_DIR: join(home, 'data'), INGEST_MACHINE: 'this-machine' };
  }

  static async open(): Promise<Collections> {
    const stack = await TestStack.start(smallCollection([]));
    const home = await mkdtemp(join(tmpdir(), 'imagesearch-collections-'));
    return new Collections(stack, home, await stack.newKey('scale'));
  }

  async close(): Promise<void> {
    this.rights.close();
    await this.#stack.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  /** @param path Below the home, or bytes of a whole path. */
  async put(path: string | Buffer, content: Buffer | string): Promise<void> {
    if (typeof path === 'string') {
      await mkdir(dirname(join(this.home, path)), { recursive: true });
      await writeFile(join(this.home, path), content);
    } else await writeFile(path, content);
  }

  async ingest(
    args: readonly string[],
    more: Record<string, string> = {},
  ): Promise<{ exitCode: number | null; output: string }> {
    const command = new IngestCommand(args, { ...this.env, ...more });
    return { exitCode: await command.end(), output: command.output };
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
    const { token } = await this.rights.createDownload({ assetId, variant }, call());
    const chunks: Buffer[] = [];
    let type: string | undefined;
    for await (const { header, chunk } of this.rights.readDownload({ token: token ?? '' }, call())) {
      type = header?.contentType ?? type;
      if (chunk !== undefined) chunks.push(chunk);
    }
    return { type, bytes: Buffer.concat(chunks) };
  }
}
