import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { Asset, FiltersInput } from '@imagesearch/contracts/messages';
import { envelopeSchema } from '@imagesearch/gateway/search/envelope';
import type { GatewayService } from '@imagesearch/gateway/service';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { startStack, type Stack } from '@imagesearch/local-stack/stack';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { collectionOf, type DrawnImage } from '@imagesearch/testkit/images/collection';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import type { Random } from '@imagesearch/testkit/random';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { startGateway } from './own-gateway.js';

const SOURCE = 'history';
/** Steps at which all services restart. */
const [COPIED_AT, RESTORED_AT] = [5, 10];
/** What happens in every history, by the number of its step; chance alone would leave it out of some. */
const HAPPENS_AT: Readonly<Record<number, 'tighten' | 'silence' | 'evade'>> = {
  4: 'tighten',
  7: 'silence',
  8: 'evade',
  11: 'tighten',
  13: 'silence',
  14: 'evade',
};
const CAUSE = { actor: 'history', reason: 'a step' };
const LICENSES = ['CC0 1.0', 'CC BY 4.0', 'CC BY-NC 4.0', 'CC BY-ND 4.0', 'All rights reserved'];
const CREATORS = ['Ada Martin', 'Bo', null];

const call = () => detachedCall(60_000);

/** What a filter asks, and in the test's own words which images of the catalogue meet it. */
export const FILTERS: readonly (readonly [
  filters: FiltersInput,
  contract: object,
  meets: (asset: Asset) => boolean,
])[] = [
  [{ commercial: true }, { commercial: true }, ({ rights }) => rights?.commercial === true],
  [{ commercial: false }, { commercial: false }, ({ rights }) => rights?.commercial === false],
  [{ derivatives: true }, { derivatives: true }, ({ rights }) => rights?.derivatives === true],
  [{ shareAlike: false }, { share_alike: false }, ({ rights }) => rights?.shareAlike === false],
  [
    { attributionRequired: false },
    { attribution_required: false },
    ({ rights }) => rights?.attributionRequired === false,
  ],
  [
    { licenseAny: ['cc0', 'cc-by-4.0'] },
    { license_any: ['cc0', 'cc-by-4.0'] },
    ({ rights }) => ['cc0', 'cc-by-4.0'].includes(rights?.license ?? ''),
  ],
  [
    { creator: 'ada martin' },
    { creator: 'ada martin' },
    ({ metadata }) => metadata?.creator === 'Ada Martin',
  ],
  [{ tagsAny: ['red'] }, { tags_any: ['red'] }, ({ metadata }) => metadata?.tags.includes('red') === true],
  [{ aiGenerated: true }, { ai_generated: true }, ({ metadata }) => metadata?.aiGenerated === true],
  [
    { luminanceMin: 0.5 },
    { luminance_min: 0.5 },
    ({ metadata }) => (metadata?.signals?.luminance ?? 0) >= 0.5,
  ],
];

/** A stack that a history happens to: images come, change and go, and processes die between catalogue and index. */
export class World {
  readonly #random: Random;
  readonly #dir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #images = new Map<string, DrawnImage>();
  #stack: Stack | undefined;
  #replica: GatewayService | undefined;
  #clients: IngestClients | undefined;
  #caller: Caller | undefined;
  #drawn = 0;
  /** The drawings of images that were withdrawn and not restored, with the ids under which they were withdrawn. */
  #withdrawn = new Map<string, string>();
  #withdrawnInCopy = new Map<string, string>();
  /** Words that were taken away from an image. */
  readonly removed: { assetId: string; words: string }[] = [];

  private constructor(random: Random, dir: string, env: Readonly<Record<string, string>>) {
    this.#random = random;
    this.#dir = dir;
    this.#env = env;
  }

  static async open(random: Random, env: Readonly<Record<string, string>>): Promise<World> {
    const world = new World(random, await mkdtemp(join(tmpdir(), 'imagesearch-history-')), env);
    await layMigratedPostgres(world.#dir);
    await world.#start();
    return world;
  }

  get clients(): IngestClients {
    if (this.#clients === undefined) throw new Error('the stack is closed');
    return this.#clients;
  }

  async close(): Promise<void> {
    await this.#stop();
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** A step by its number from 1: what happens is drawn by chance, except when the services restart. @returns what happened. */
  async step(at: number): Promise<string> {
    const { oneOf } = this.#random;
    if (at === COPIED_AT || at === RESTORED_AT) return this.restart(at === RESTORED_AT);
    // Of this image only the index knows, once the copy is restored.
    if (at === COPIED_AT + 1) return this.add(false);
    if (this.#images.size < 3) return this.add();
    const certain = HAPPENS_AT[at];
    if (certain !== undefined) return this[certain]();
    const steps = ['add', 'change', 'change', 'delete', 'withdraw', 'restore', 'move', 'replica'] as const;
    return this[oneOf(steps)]();
  }

  async add(mayBeKilled = true): Promise<string> {
    const isKilled = mayBeKilled && this.#isKilled();
    const at = this.#drawn++;
    const id = `image-${at}`;
    this.#images.set(id, { id, ...this.#said(at), draw: () => drawPng(at) });
    return `${id} is added, ${await this.#ingest(id, isKilled)}`;
  }

  change(): Promise<string> {
    return this.#change(this.#any(), this.#said(this.#drawn++));
  }

  /** A free image gets strict terms, and the writer dies before the index has them. */
  async tighten(): Promise<string> {
    const image = await this.#active();
    const freed = await this.#change(image, { license: 'CC0 1.0' }, false);
    const strict = { license: 'All rights reserved' };
    return `${freed}, then ${await this.#change({ ...image, license: 'CC0 1.0' }, strict, true)}`;
  }

  /** An image that was described loses all of its words. */
  async silence(): Promise<string> {
    const image = await this.#active();
    const words = { title: WORDS[0] ?? '', tags: ['red'] };
    const described = await this.#change(image, words, false);
    return `${described}, then ${await this.#change({ ...image, ...words }, { title: '', tags: [] }, false)}`;
  }

  async #change(image: DrawnImage, said: Partial<DrawnImage>, isKilled?: boolean): Promise<string> {
    const before = [image.title ?? '', ...(image.tags ?? [])];
    const changed = { ...image, ...said };
    this.#images.set(image.id, changed);
    const words = before.filter(
      (word) => word !== '' && ![changed.title, ...(changed.tags ?? [])].includes(word),
    );
    for (const gone of words) this.removed.push({ assetId: idOf(image), words: gone });
    return `${image.id} is changed, ${await this.#ingest(image.id, isKilled ?? this.#isKilled())}`;
  }

  async delete(): Promise<string> {
    const image = this.#any();
    this.#images.delete(image.id);
    const assetIds = [idOf(image)];
    await this.clients.rights.deleteAssets({ assetIds, ...CAUSE }, call());
    return `${image.id} is deleted, ${await this.#orKilled(() => this.clients.retrieval.deletePoints({ assetIds }, call()))}`;
  }

  async withdraw(image = this.#any()): Promise<string> {
    const assetId = idOf(image);
    if (await this.#changeState(assetId, 'ASSET_STATE_WITHDRAWN'))
      this.#withdrawn.set(assetId, drawingOf(assetId));
    return `${image.id} is withdrawn, ${await this.#orKilled(() =>
      this.clients.retrieval.deletePoints({ assetIds: [assetId] }, call()),
    )}`;
  }

  async restore(): Promise<string> {
    const image = this.#any();
    if (await this.#changeState(idOf(image), 'ASSET_STATE_ACTIVE')) this.#withdrawn.delete(idOf(image));
    return `${image.id} is restored`;
  }

  /** Its file has another name now, so it is another asset. */
  async move(image = this.#any()): Promise<string> {
    const id = `${image.id}-moved`;
    this.#images.delete(image.id);
    this.#images.set(id, { ...image, id });
    const ingested = await this.#ingest(id, this.#isKilled());
    await this.clients.rights.deleteAssets({ assetIds: [idOf(image)], ...CAUSE }, call());
    return `${image.id} is moved, ${ingested}`;
  }

  /** Its owner had it withdrawn, and somebody ingests the file again. */
  async evade(): Promise<string> {
    const image = await this.#active();
    return `${await this.withdraw(image)}, then ${await this.move(image)}`;
  }

  /** Whether an image is of a drawing that was withdrawn, under whatever name. */
  isWithdrawn(assetId: string): boolean {
    return [...this.#withdrawn.values()].includes(drawingOf(assetId));
  }

  /** A second gateway comes, or goes without a word. */
  async replica(): Promise<string> {
    if (this.#replica !== undefined) {
      await this.#replica.close();
      this.#replica = undefined;
      return 'the second gateway ends';
    }
    const dir = await mkdtemp(join(this.#dir, 'replica-'));
    if (this.#stack) this.#replica = await startGateway({ stack: this.#stack }, { url: undefined, dir });
    return 'a second gateway starts';
  }

  /** A restart keeps a copy of the catalogue with its files, or goes back to it: the index is newer then. */
  async restart(goesBack: boolean): Promise<string> {
    await this.#stop();
    const [rights, copy] = ['rights', 'copy-of-rights'].map((name) => join(this.#dir, name)) as [
      string,
      string,
    ];
    if (goesBack) await rm(rights, { recursive: true });
    if (goesBack) this.#withdrawn = new Map(this.#withdrawnInCopy);
    else this.#withdrawnInCopy = new Map(this.#withdrawn);
    await cp(goesBack ? copy : rights, goesBack ? rights : copy, { recursive: true });
    await this.#start();
    return goesBack ? 'the catalogue is restored from its copy' : 'the catalogue is copied, and all restarts';
  }

  /** Every active image by the catalogue. */
  async catalogue(): Promise<Map<string, Asset>> {
    const { assets: listed } = await this.clients.rights.listAssets(
      { states: ['ASSET_STATE_ACTIVE'], limit: 1_000 },
      call(),
    );
    const assetIds = listed.map(({ assetId }) => assetId);
    const { assets } = await this.clients.rights.getAssets({ assetIds }, call());
    return new Map(assets.map((asset) => [asset.metadata?.assetId ?? '', asset]));
  }

  /** Every image of the index, and its version. */
  async index(): Promise<Record<string, string>> {
    const versions: Record<string, string> = {};
    for await (const page of this.clients.retrieval.listPointVersions({}, call()))
      Object.assign(versions, page.contentVersions);
    return versions;
  }

  /** Nothing while the index is empty, which a search refuses to take for an answer. */
  async shown(filters: object): Promise<string[]> {
    const answer = await this.#caller?.post('/v1/search', { query: 'picture', k: 50, filters });
    if (answer?.status === 503) return [];
    return envelopeSchema.parse(answer?.body).results.map(({ asset_id: assetId }) => assetId);
  }

  #said(at: number): Partial<DrawnImage> {
    const { isTrue, oneOf } = this.#random;
    return {
      title: isTrue(0.25) ? '' : `unique${WORDS[at % WORDS.length] ?? ''}${'x'.repeat(at / WORDS.length)}`,
      tags: isTrue(0.3) ? ['red'] : [],
      license: oneOf(LICENSES),
      creator: oneOf(CREATORS),
      aiGenerated: isTrue(0.2),
    };
  }

  #any(): DrawnImage {
    return this.#random.oneOf([...this.#images.values()]);
  }

  /** One that is not withdrawn. */
  async #active(): Promise<DrawnImage> {
    const active = [...this.#images.values()].filter((image) => !this.isWithdrawn(idOf(image)));
    if (active.length > 0) return this.#random.oneOf(active);
    await this.add(false);
    return this.#active();
  }

  #isKilled(): boolean {
    return this.#random.isTrue(0.33);
  }

  /** As the command ingests it. @param isKilled When the catalogue has it and the index has not. */
  async #ingest(id: string, isKilled: boolean): Promise<string> {
    const images = [...this.#images.values()].filter((image) => image.id === id);
    const collection = collectionOf(SOURCE, images);
    // The pixels stay while something else is said of them.
    const entries = () => [...collection.entries()].map((item) => ({ ...item, bytesVersion: 'drawn' }));
    const killed = { ...this.clients.retrieval, upsertPoints: () => Promise.reject(new Error('killed')) };
    const clients = isKilled ? { ...this.clients, retrieval: killed } : this.clients;
    await ingest({ ...collection, entries }, clients).catch((error: unknown) => {
      if (!isKilled) throw error;
    });
    return isKilled ? 'and killed before the index is written' : 'whole';
  }

  async #orKilled(write: () => Promise<unknown>): Promise<string> {
    if (this.#random.isTrue(0.5)) return 'and killed before the index is written';
    await write();
    return 'whole';
  }

  /** False where the catalogue does not know it: it may be restored from a copy, or have refused the image. */
  #changeState(assetId: string, state: 'ASSET_STATE_ACTIVE' | 'ASSET_STATE_WITHDRAWN'): Promise<boolean> {
    return this.clients.rights.changeAssetState({ assetId, state, ...CAUSE }, call()).then(
      () => true,
      () => false,
    );
  }

  async #start(): Promise<void> {
    const env = { DATA_DIR: this.#dir, PORT: '0', LOG_LEVEL: 'silent', ...this.#env };
    this.#stack = await startStack({ env: { ...env, PRICING_FILE: await pricingWithLimits(this.#dir) } });
    this.#clients = openClients(this.#stack.addresses);
    const { gateway } = this.#stack;
    const account = await gateway.accounts().ensure({ name: 'history', plan: 'custom', billingDay: 1 });
    const { key } = await gateway.keys().create(account.id, { environment: 'live' });
    this.#caller = new Caller(gateway.baseUrl(), key);
  }

  async #stop(): Promise<void> {
    await this.#replica?.close();
    this.#replica = undefined;
    if (this.#clients) closeClients(this.#clients);
    await this.#stack?.close();
  }
}

const idOf = ({ id }: DrawnImage): string => `${SOURCE}:${id}`;

/** A moved image has the name of its drawing still. */
const drawingOf = (assetId: string): string => assetId.replaceAll('-moved', '');

/** None is like another one, or a word of a language. */
const WORDS = [
  'brimfax',
  'dolmery',
  'quentok',
  'zirvane',
  'huspelt',
  'jagwim',
  'oxtrill',
  'vembuck',
  'clarnid',
];
