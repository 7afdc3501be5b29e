import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import { smallCollection, DRAWN } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const EXAMPLES = join(import.meta.dirname, '../../examples');

const drawn = DRAWN.filter(({ id }) => id === 'red-disc').map((disc) => ({ ...disc, title: 'red apple' }));
const stack = await TestStack.start(smallCollection(drawn));
afterAll(() => stack.stop());

it('the example for browsers serves the page, the client, and the API', async () => {
  const apiKey = await stack.newKey('starter');
  const child = spawn(process.execPath, ['serve-browser.mjs'], {
    cwd: EXAMPLES,
    env: { ...process.env, IMAGE_SEARCH_URL: stack.baseUrl, IMAGE_SEARCH_API_KEY: apiKey },
  });
  try {
    const [address] = (await once(createInterface(child.stdout), 'line')) as [string];
    const [, script = ''] = /src="([^"]*index=0\.js)"/.exec(await textAt(address)) ?? [];
    const source = await textAt(new URL(script.replace('&amp;', '&'), address));
    const [, client = ''] = /from "([^"]*sdk[^"]*)"/.exec(source) ?? [];
    expect(await textAt(new URL(client, address))).toContain('ImageSearch');
    const images = new ImageSearch({ baseUrl: new URL('/', address), apiKey });
    expect((await images.search('red apple')).data.results).toMatchObject([{ title: 'red apple' }]);
  } finally {
    child.kill();
    await once(child, 'close');
  }
});

async function textAt(address: string | URL): Promise<string> {
  return (await fetch(address)).text();
}
