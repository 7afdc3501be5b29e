import { expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { isWordless } from '@imagesearch/text-analysis/words';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { until } from '@imagesearch/testkit/processes/until';
import { createRandom } from '@imagesearch/testkit/random';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';
import { describe } from '@jest/globals';
import { FILTERS, World } from './support/history.js';

/** More at night: each history starts the services several times. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 1);
const SEED = Number(process.env['HISTORY_SEED'] ?? 7);
const STEPS = 16;
/** After so many steps nothing happens until the stores agree. */
const STEPS_BETWEEN_RESTS = 4;
const HISTORY_TIMEOUT_MS = 600_000;

describe('catalogue and index on LanceDB', () => suite(() => ({ env: {}, drop: () => Promise.resolve() })));
describeWith(ENGINES.qdrant, 'catalogue and index on Qdrant', (url) => suite(() => newQdrantIndex(url)));

function suite(newIndex: () => { env: Readonly<Record<string, string>>; drop: () => Promise<void> }): void {
  it.each(Array.from({ length: HISTORIES }, (_, at) => SEED + at))(
    'agree by themselves, and answers show what the catalogue permits meanwhile, in a history drawn by seed %i',
    async (seed) => {
      const index = newIndex();
      const world = await World.open(createRandom(seed), index.env);
      const happened: string[] = [];
      try {
        for (let step = 1; step <= STEPS; step += 1) {
          happened.push(await world.step(step));
          await expectPermitted(world, happened);
          if (step % STEPS_BETWEEN_RESTS === 0) await expectAgreement(world, happened);
        }
      } finally {
        await world.close();
        await index.drop();
      }
    },
    HISTORY_TIMEOUT_MS,
  );
}

/** At once: no answer shows an image that fails a filter by the catalogue, or that is withdrawn or deleted, whatever its name. */
async function expectPermitted(world: World, happened: readonly string[]): Promise<void> {
  const catalogue = await world.catalogue();
  const back = [...catalogue.keys()].filter((assetId) => world.isWithdrawn(assetId));
  expect({ happened, back }).toEqual({ happened, back: [] });
  for (const [, filters, meets] of FILTERS) {
    const wrong = (await world.shown(filters)).filter((assetId) => {
      const asset = catalogue.get(assetId);
      return asset === undefined || !meets(asset);
    });
    expect({ happened, filters, wrong }).toEqual({ happened, filters, wrong: [] });
  }
}

/** Soon: the index has what the catalogue has, and finds it by every filter and word, and by nothing that was taken away. */
async function expectAgreement(world: World, happened: readonly string[]): Promise<void> {
  const call = () => detachedCall(60_000);
  const agrees = async () => {
    const [catalogue, index] = [await world.catalogue(), await world.index()];
    const wanted = Object.fromEntries(
      [...catalogue].map(([id, { metadata }]) => [id, metadata?.contentVersion]),
    );
    return (
      Object.keys(index).length === catalogue.size &&
      Object.keys(index).every((id) => index[id] === wanted[id])
    );
  };
  await until(agrees).catch(() =>
    expect(happened).toEqual('a history after which catalogue and index agree'),
  );
  const catalogue = await world.catalogue();
  const { retrieval, embedding } = world.clients;
  const idsWhere = async (request: object) =>
    (await retrieval.searchPoints({ limit: 1_000, ...request }, call())).candidates
      .flatMap(({ assetId, duplicates }) => [assetId, ...duplicates])
      .toSorted();
  for (const [filters, , meets] of FILTERS) {
    const wanted = [...catalogue].flatMap(([id, asset]) => (meets(asset) ? [id] : []));
    expect({ happened, filters, ids: await idsWhere({ filters }) }).toEqual({
      ...{ happened, filters, ids: wanted.toSorted() },
    });
  }
  for (const { assetId, words } of world.removed) {
    const { title = '', tags = [] } = catalogue.get(assetId)?.metadata ?? {};
    if (![title, ...tags].includes(words))
      expect([happened, await idsWhere({ words })]).not.toContain(assetId);
  }
  const { vectors, fingerprint } = await embedding.embedTexts(
    { texts: ['picture'], areCaptions: true },
    call(),
  );
  const byMeaning = { name: 'caption', target: 'TARGET_CAPTION', vector: vectors[0] };
  const described = [...catalogue].flatMap(([id, { metadata }]) =>
    metadata && !isWordless(metadata) ? [id] : [],
  );
  expect({
    happened,
    described: await idsWhere({ modelFingerprint: fingerprint, vectors: [byMeaning] }),
  }).toEqual({ happened, described: described.toSorted() });
}
