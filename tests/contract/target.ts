import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { ENGINES, found, type ShippedOn } from '@imagesearch/testkit/engines';
import { ShippedStack } from '@imagesearch/testkit/stack/shipped-stack';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

export interface Target {
  baseUrl: string;
  /** With all scopes, of a plan with both features and without fixed limits (`custom`, or the suite runs into 429); the suite costs about a hundred credits. */
  key: string;
  /** Set when the target runs in this process. */
  stack: TestStack | undefined;
  close: () => Promise<void>;
}

/** The server that `BASE_URL` and `API_KEY` name, or else the services from their images, or all five in this process. */
export async function openTarget(): Promise<Target> {
  const { BASE_URL: baseUrl, API_KEY: key } = process.env;
  if (baseUrl !== undefined) {
    if (key === undefined) throw new Error('BASE_URL needs API_KEY beside it.');
    return { baseUrl: baseUrl.replace(/\/+$/, ''), key, stack: undefined, close: () => Promise.resolve() };
  }
  const servers = found(ENGINES.images);
  if (servers) return openShipped(servers);
  const stack = await TestStack.start();
  return {
    baseUrl: stack.baseUrl,
    key: await stack.newKey('custom', SCOPES),
    stack,
    close: () => stack.stop(),
  };
}

async function openShipped(servers: ShippedOn): Promise<Target> {
  const shipped = await ShippedStack.start(servers);
  const run = shipped.ingest('openmoji', '--limit', '40');
  if ((await run.end()) !== 0) throw new Error(run.output);
  return {
    baseUrl: shipped.baseUrl,
    key: await shipped.newKey(SCOPES),
    stack: undefined,
    close: () => shipped.stop(),
  };
}
