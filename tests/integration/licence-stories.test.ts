import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { DRAWN, draw, NO_IMAGES } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

type Fact = boolean | null;

interface Story {
  name: string;
  /** What the manifest says of it, beside its id, its file and its title. */
  declared: Record<string, string>;
  license: string;
  verbatim: string;
  creator: string | null;
  /** commercial, derivatives, share_alike, attribution_required */
  facts: [Fact, Fact, Fact, Fact];
  attribution: string | null;
  /** Where a download ends; undefined for our own copy. */
  linkUrl?: string;
}

const STORIES: Story[] = [
  {
    name: 'credited photograph',
    declared: {
      creator: 'Ada Martin',
      creator_url: 'https://example.org/ada',
      license: 'CC BY 4.0',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
    },
    license: 'cc-by-4.0',
    verbatim: 'CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    creator: 'Ada Martin',
    facts: [true, true, false, true],
    attribution:
      '"credited photograph" by Ada Martin, licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: https://example.org/credited-photograph',
  },
  {
    name: 'dedicated drawing',
    declared: { license_url: 'http://creativecommons.org/publicdomain/zero/1.0/' },
    license: 'cc0',
    verbatim: 'http://creativecommons.org/publicdomain/zero/1.0/',
    creator: null,
    facts: [true, true, false, false],
    attribution: null,
  },
  {
    name: 'archive scan',
    declared: {
      creator: 'City Archive',
      license: 'No known copyright restrictions',
      license_url: 'https://www.flickr.com/commons/usage/',
    },
    license: 'nkc',
    verbatim: 'No known copyright restrictions (https://www.flickr.com/commons/usage/)',
    creator: 'City Archive',
    facts: [null, null, null, null],
    attribution: null,
  },
  {
    name: 'reserved portrait',
    declared: {
      creator: 'Dan',
      license: 'All rights reserved',
      url: 'https://example.org/reserved.png',
      delivery: 'link',
    },
    license: 'inc',
    verbatim: 'All rights reserved',
    creator: 'Dan',
    facts: [false, false, null, null],
    attribution: null,
    linkUrl: 'https://example.org/reserved.png',
  },
];

const FACTS = ['commercial', 'derivatives', 'share_alike', 'attribution_required'] as const;
const idOf = ({ name }: Story): string => `stories:${name.replace(' ', '-')}`;

let stack: TestStack;
let caller: Caller;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagesearch-stories-'));
  const rows = STORIES.map(async (story, at) => {
    const id = idOf(story).slice('stories:'.length);
    const drawn = DRAWN[at];
    if (!drawn) throw new Error('fewer pictures than stories');
    await writeFile(join(folder, `${id}.png`), await draw(drawn));
    const source_url = `https://example.org/${id}`;
    return JSON.stringify({ id, file: `${id}.png`, title: story.name, source_url, ...story.declared });
  });
  const manifest = join(folder, 'stories.jsonl');
  await writeFile(manifest, (await Promise.all(rows)).join('\n'));
  stack = await TestStack.start(NO_IMAGES);
  expect(await stack.runIngest(['manifest', manifest])).toMatchObject({ exitCode: 0 });
  caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
}, 240_000);

afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(STORIES)('a $name', (story) => {
  const rights = {
    license: story.license,
    license_verbatim: story.verbatim,
    ...Object.fromEntries(FACTS.map((fact, at) => [fact, story.facts[at]])),
    attribution: story.attribution,
    provenance_url: `https://example.org/${idOf(story).slice('stories:'.length)}`,
    basis: expect.stringMatching(/as declared by the source.*verify/),
    delivery: story.linkUrl === undefined ? 'host' : 'link',
  };

  it('is answered with the rights that its source declares, the same in the asset and in a search', async () => {
    const { status, body } = await caller.get(`/v1/asset/${idOf(story)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ license: story.license, creator: story.creator, source: 'stories' });
    expect((body as { rights: object }).rights).toEqual(rights);
    const [first] = (await caller.search({ query: story.name, k: 1 })).results;
    expect(first).toMatchObject({ asset_id: idOf(story), license: story.license });
    expect(first?.rights).toEqual(rights);
  });

  it.each(FACTS.map((fact, at) => [fact, story.facts[at]] as const))(
    'satisfies a filter on %s only if that fact is %s',
    async (fact, value) => {
      for (const asked of [true, false]) {
        const { results } = await caller.search({ query: story.name, k: 50, filters: { [fact]: asked } });
        const isFound = results.some(({ asset_id }) => asset_id === idOf(story));
        expect({ asked, isFound }).toEqual({ asked, isFound: value === asked });
      }
    },
  );

  it('is found by its licence code, and by no other', async () => {
    for (const { license } of STORIES) {
      const { results } = await caller.search({
        query: story.name,
        k: 50,
        filters: { license_any: [license] },
      });
      expect(results.some(({ asset_id }) => asset_id === idOf(story))).toBe(license === story.license);
    }
  });

  it('is downloaded from where its source says', async () => {
    const { status, headers } = await caller.get(`/v1/asset/direct/${idOf(story)}`);
    const location = headers.get('Location') ?? '';
    expect(status).toBe(302);
    if (story.linkUrl !== undefined) expect(location).toBe(story.linkUrl);
    else expect((await new Caller(stack.baseUrl).get(location)).status).toBe(200);
  });
});
