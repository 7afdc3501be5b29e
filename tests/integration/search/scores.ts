import { beforeAll, expect, it } from '@jest/globals';
import { painted } from '@imagesearch/testkit/images/drawn-images';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import { createRandom } from '@imagesearch/testkit/random';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** Scores of real models; how they are computed stands beside the gateway. */
export function describeScores(stack: TestStack): void {
  let caller: Caller;
  beforeAll(async () => {
    caller = await stack.newCaller();
  });

  const scoresOf = async (body: object) =>
    (await caller.search({ k: 9, ...body })).results.map(({ score }) => score);

  it('of an image that the collection has are high, and of one that it has nothing like are low', async () => {
    const disc = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
    const [same = 0] = await scoresOf({ image_base64: disc });
    expect(same).toBeGreaterThan(0.8);
    for (const seed of [1, 2, 3]) {
      const [best = 1] = await scoresOf({ image_base64: await photograph(seed) });
      expect(best).toBeLessThan(0.3);
    }
  });

  it('of words that captions hold are high, and of nonsense low', async () => {
    const [red = 0] = await scoresOf({ query: 'red ball' });
    expect(red).toBeGreaterThan(0.8);
    for (const query of ['mortgage application form', 'quarterly earnings call', 'zxcvb qwrtp']) {
      expect(Math.max(0, ...(await scoresOf({ query })))).toBeLessThan(0.3);
    }
  });

  it('leave out what is below min_score, where `auto` asks for the strong matches, in every kind of search', async () => {
    const image_base64 = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
    for (const body of [{ query: 'red ball' }, { image_base64 }, { image_base64, query: 'red' }]) {
      const { results, strong_count, strong_score } = await caller.search({ k: 9, ...body });
      const scores = results.map(({ score }) => score);
      expect(scores.length).toBeGreaterThan(2);
      const strong = scores.filter((score) => score >= (strong_score ?? 2));
      expect(strong_count).toBe(strong.length);
      expect(strong.length).toBeGreaterThan(0);
      expect(await scoresOf({ ...body, min_score: 'auto' })).toEqual(strong);
      const bound = scores[2] ?? 0;
      expect(await scoresOf({ ...body, min_score: bound })).toEqual(scores.filter((score) => score >= bound));
    }
    const seed = { asset_id: drawnId('red-disc'), k: 9 };
    const [first] = (await caller.similar(seed)).results;
    const kept = (await caller.similar({ ...seed, min_score: first?.score })).results;
    expect(new Set(kept.map(({ score }) => score))).toEqual(new Set([first?.score]));
    const none = { count: 0, results: [], cursor: null, strong_count: 0 };
    expect(await caller.search({ query: 'mortgage application form', min_score: 0.9 })).toMatchObject(none);
    expect(await caller.search({})).toMatchObject({ strong_count: null, strong_score: null });
  });
}

/** Soft shapes of many colours, like nothing that is drawn. */
async function photograph(seed: number): Promise<string> {
  const { below } = createRandom(seed);
  const image = painted(15, 15, () => [below(256), below(256), below(256)]);
  return (await image.resize(320, 320, { kernel: 'cubic' }).jpeg().toBuffer()).toString('base64');
}
