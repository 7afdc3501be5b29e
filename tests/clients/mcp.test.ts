import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import { unknownKey } from '@imagesearch/testkit/stack/caller';
import { TestStack, type PlanName } from '@imagesearch/testkit/stack/test-stack';
import { drawnId } from '@imagesearch/testkit/images/small-collection';
import { callTool, opened as openedOn, TRANSPORTS, type Opened } from './support/mcp-clients.js';
import { transportOf, tutorialServers } from './support/tutorial-servers.js';

const TOOLS = ['search_images', 'find_similar_images', 'get_image', 'usage'];

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start();
}, 240_000);
afterAll(() => stack.stop());

const usageOf = async (apiKey: string) =>
  (await new ImageSearch({ baseUrl: stack.baseUrl, apiKey }).usage()).data;

describe.each(TRANSPORTS)('the MCP server over %s', (transport, connect) => {
  const opened: Opened[] = [];
  const open = async (apiKey: string, maxCredits?: number) => {
    const one = await connect(stack.baseUrl, apiKey, maxCredits);
    opened.push(one);
    // The client then checks each answer against the output schema of its tool.
    await one.client.listTools();
    return one.client;
  };
  const openOn = async (plan: PlanName, maxCredits?: number) => {
    const apiKey = await stack.newKey(plan);
    return { apiKey, client: await open(apiKey, maxCredits) };
  };
  const shared = new Map<PlanName, ReturnType<typeof openOn>>();
  /** Over stdio each client is a process: one serves all tests that neither count credits nor bound them. */
  const sharedOn = (plan: PlanName) => {
    const one = shared.get(plan) ?? openOn(plan);
    shared.set(plan, one);
    return one;
  };
  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  it('lists tools that only read, with schemas of what they take and answer', async () => {
    const { client } = await sharedOn('pro');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool.description?.length).toBeGreaterThan(40);
    }
    expect(tools[0]?.description).toMatch(/credit/);
    expect(client.getInstructions()).toMatch(/"unknown" rights are not a permission/);
  });

  it('searches within filters, and says of each image what may be done with it', async () => {
    const { apiKey, client } = await openOn('pro');
    const { isError, data, text } = await callTool(client, 'search_images', {
      query: 'ball',
      k: 3,
      filters: { commercial: true },
    });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual(data);
    expect(data).toMatchObject({ credits: { charged: 1, session_remaining: null } });
    const results = data['results'] as Record<string, unknown>[];
    expect(results.length).toBeGreaterThan(0);
    expect(results.map((result) => result['commercial_use'])).toEqual(results.map(() => 'yes'));
    expect(results.find((result) => result['asset_id'] === drawnId('red-disc'))).toMatchObject({
      credit_required: 'yes',
      credit_line: expect.stringContaining('Ada Martin'),
    });
    expect((await usageOf(apiKey)).credits.used).toBe(1);
  });

  it('spends no more than the session may, and a refused search costs nothing', async () => {
    const { apiKey, client } = await openOn('pro', 2);
    expect((await callTool(client, 'search_images', { query: 'ball' })).data).toMatchObject({
      credits: { charged: 1, session_remaining: 1 },
    });
    const refused = await callTool(client, 'search_images', { query: 'ball', k: 20 });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('session_budget_exhausted'),
    });
    expect((await callTool(client, 'usage')).data).toMatchObject({ session: { spent: 1, remaining: 1 } });
    expect((await callTool(client, 'search_images', { query: 'box' })).isError).toBe(false);
    expect((await callTool(client, 'search_images', { query: 'flag' })).isError).toBe(true);
    expect((await usageOf(apiKey)).credits.used).toBe(2);
  });

  it('answers an unknown key with an error', async () => {
    const asked = connect(stack.baseUrl, unknownKey()).then(async ({ client, close }) => {
      const { text } = await callTool(client, 'usage');
      await close();
      throw new Error(text);
    });
    await expect(asked).rejects.toThrow(/auth_invalid|not valid/);
  });

  // Behind both stands the same server.
  if (transport === 'stdio') return;

  it('says which words nothing knows, and what was searched for instead, as the API does', async () => {
    const { apiKey, client } = await openOn('pro');
    const query = 'red baall qzxvwk';
    const { data: api } = await new ImageSearch({ baseUrl: stack.baseUrl, apiKey }).search(query);
    const { isError, data } = await callTool(client, 'search_images', { query });
    expect(isError).toBe(false);
    const { unmatched, corrections, translations, did_you_mean } = api;
    expect(unmatched).toEqual(['qzxvwk']);
    expect(data).toMatchObject({ unmatched, corrections, translations, did_you_mean });
  });

  it('finds similar images, and gives an image with its credit in other formats', async () => {
    const { client } = await sharedOn('pro');
    const seed = { asset_id: drawnId('red-disc') };
    const similar = await callTool(client, 'find_similar_images', { ...seed, k: 2 });
    expect(similar.data).toMatchObject({ count: 2, credits: { charged: 1 } });
    const { data, content } = await callTool(client, 'get_image', { ...seed, thumbnail: true });
    expect(data).toMatchObject({
      creator: 'Ada Martin',
      commercial_use: 'yes',
      credit: { html: expect.stringContaining('<a href="https://creativecommons.org/licenses/by/4.0/"') },
    });
    expect(content.some(({ type }) => type === 'image')).toBe(true);
  });

  it.each([
    ['blue-disc', 'no', 'CC BY-NC 4.0'],
    ['blue-box', 'unknown', 'No known copyright restrictions'],
  ])('keeps unknown rights apart from a no: %s', async (id, commercial_use, license_as_declared) => {
    const { client } = await sharedOn('pro');
    const { data } = await callTool(client, 'get_image', { asset_id: drawnId(id) });
    expect(data).toMatchObject({ commercial_use, license_as_declared });
  });

  it('takes null in an argument for an absent one, as models with strict schemas send it', async () => {
    const { client } = await sharedOn('pro');
    const { data } = await callTool(client, 'search_images', {
      ...{
        query: 'ball',
        lang: null,
        image_url: null,
        sort: null,
        parse_design: null,
        k: 1,
        min_score: null,
      },
      ...{
        cursor: null,
        filters: { commercial: true, faces_max: null },
        use: null,
        usable_only: null,
        thumbnails: null,
      },
    });
    expect(data).toMatchObject({ count: 1, results: [{ commercial_use: 'yes' }] });
    const image = await callTool(client, 'get_image', {
      asset_id: drawnId('red-disc'),
      use: null,
      thumbnail: null,
    });
    expect(image.isError).toBe(false);
  });

  it.each<[string, PlanName, string, Record<string, unknown>, RegExp]>([
    [
      'a field is unknown',
      'pro',
      'search_images',
      { qery: 'ball' },
      /^invalid_request: .*did_you_mean: "query"/,
    ],
    [
      'an asset is unknown',
      'pro',
      'get_image',
      { asset_id: 'drawn:nothing' },
      /^asset_not_found: .*request req_/,
    ],
    ['an asset is not named', 'pro', 'get_image', {}, /^missing: asset_id/],
    [
      'the plan lacks it',
      'free',
      'find_similar_images',
      { asset_id: 'drawn:red-disc' },
      /^plan_feature_missing: /,
    ],
    [
      'a path is given',
      'pro',
      'search_images',
      { image: { path: '/etc/hostname' } },
      /^extra_forbidden: image/,
    ],
  ])('answers in the words of the API when %s', async (_case, plan, tool, given, words) => {
    const { apiKey, client } = await sharedOn(plan);
    const before = await usageOf(apiKey);
    const { isError, text } = await callTool(client, tool, given);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(words) });
    expect((await usageOf(apiKey)).credits).toEqual(before.credits);
  });

  it('reads an image as a resource, and has a prompt for illustrating', async () => {
    const { client } = await sharedOn('pro');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'image://{asset_id}' }]);
    const { contents } = await client.readResource({ uri: `image://${drawnId('red-disc')}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ creator: 'Ada Martin' });
    const prompt = { name: 'illustrate_with_credits', arguments: { text: 'A red ball.' } };
    const { messages } = await client.getPrompt(prompt);
    expect(messages).toMatchObject([{ content: { text: expect.stringContaining('A red ball.') } }]);

    await expect(client.callTool({ name: 'delete_images', arguments: {} })).rejects.toThrow(/no tool/);
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(/no prompt/);
    await expect(client.readResource({ uri: 'image://drawn:nothing' })).rejects.toThrow(/asset/i);
    await expect(client.readResource({ uri: 'file:///etc/hostname' })).rejects.toThrow(/image:\/\//);
  });

  it('never shows one key the usage of another, even at once', async () => {
    const [one, other] = await Promise.all([openOn('pro'), openOn('starter')]);
    await Promise.all(
      Array.from({ length: 6 }, (_none, at) =>
        callTool(at % 3 === 0 ? one.client : other.client, 'search_images', { query: `ball ${at}`, k: 1 }),
      ),
    );
    const [usageOfOne, usageOfOther] = await Promise.all([
      callTool(one.client, 'usage'),
      callTool(other.client, 'usage'),
    ]);
    expect(usageOfOne.data).toMatchObject({ plan: 'pro', credits_used: 2 });
    expect(usageOfOther.data).toMatchObject({ plan: 'starter', credits_used: 4 });
  });
});

describe('the tutorial on agents', () => {
  const CLIENTS = ['examples/mcp.json', 'Claude Code', 'VS Code', 'Cursor', 'Claude Desktop'];

  it.each(CLIENTS)(
    'configures a server for %s that searches within its bound, from an empty folder',
    async (name) => {
      const servers = tutorialServers(stack.baseUrl, await stack.newKey('starter'));
      expect([...servers.keys()]).toEqual(CLIENTS);
      const folder = await mkdtemp(join(tmpdir(), 'imagesearch-agent-'));
      const { client, close } = await openedOn(transportOf(servers.get(name) ?? {}, folder));
      try {
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).toEqual(TOOLS);
        const { isError, data } = await callTool(client, 'search_images', { query: 'ball', k: 1 });
        expect({ isError, data }).toMatchObject({
          isError: false,
          data: { results: [expect.anything()], credits: { session_remaining: 49 } },
        });
      } finally {
        await close();
        await rm(folder, { recursive: true });
      }
    },
  );
});
