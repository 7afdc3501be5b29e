import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import { ENGINES, itWith, pythonWith } from '@imagesearch/testkit/engines';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { smallCollection, DRAWN } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const CREDIT = /"red apple" by Ada Martin, licensed under CC BY 4\.0/;

let stack: TestStack;
let env: Record<string, string>;
beforeAll(async () => {
  const drawn = DRAWN.filter(({ id }) => id === 'red-disc').map((disc) => ({ ...disc, title: 'red apple' }));
  stack = await TestStack.start(smallCollection(drawn));
  const IMAGE_SEARCH_API_KEY = await stack.newKey('starter');
  env = { IMAGE_SEARCH_URL: stack.baseUrl, IMAGE_SEARCH_API_KEY };
}, 240_000);
afterAll(() => stack.stop());

/** Runs an example to its end. */
const run = (command: string, args: string[], more: Record<string, string> = {}) =>
  runProgram(command, args, { cwd: EXAMPLES, env: { ...env, ...more } });

describe('the example', () => {
  it('for Node prints an image with its credit', async () => {
    const { code, output } = await run(process.execPath, ['node.mjs']);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(CREDIT) });
    expect(output).toMatch(/commercial use: true/);
    expect(output).toMatch(/image\/\w+, \d+ bytes/);
  });

  itWith(ENGINES.curl, 'for curl prints an image with its credit', async () => {
    const { code, output } = await run('sh', ['curl.sh']);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(CREDIT) });
  });

  itWith(pythonWith('httpx'), 'for Python prints an image with its credit', async (python) => {
    const PYTHONPATH = join(EXAMPLES, '../clients/python/src');
    const { code, output } = await run(python, ['python.py'], { PYTHONPATH });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(CREDIT) });
  });

  it('for browsers serves the page, the client, and the API', async () => {
    const child = spawn(process.execPath, ['serve-browser.mjs'], {
      cwd: EXAMPLES,
      env: { ...process.env, ...env },
    });
    try {
      const [address] = (await once(createInterface(child.stdout), 'line')) as [string];
      const [, script = ''] = /src="([^"]*index=0\.js)"/.exec(await textAt(address)) ?? [];
      const source = await textAt(new URL(script.replace('&amp;', '&'), address));
      const [, client = ''] = /from "([^"]*sdk[^"]*)"/.exec(source) ?? [];
      expect(await textAt(new URL(client, address))).toContain('ImageSearch');
      const images = new ImageSearch({ baseUrl: new URL('/', address), apiKey: env['IMAGE_SEARCH_API_KEY'] });
      expect((await images.search('red apple')).data.results).toMatchObject([{ title: 'red apple' }]);
    } finally {
      child.kill();
      await once(child, 'close');
    }
  });
});

async function textAt(address: string | URL): Promise<string> {
  return (await fetch(address)).text();
}
