import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/clients';
import type { Vector } from '@imagesearch/contracts/messages';
import { loadConfig as loadEmbeddingConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService } from '@imagesearch/embedding/service';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { profileArgument, type AddCommand } from '@imagesearch/models/program';
import { areFilesWhole, type HubModelName } from '@imagesearch/models/pull';
import { PROFILE_IDS, type ProfileId } from '@imagesearch/models/profile';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';

/** Images of the demonstration, and what a person would call each. */
const PAIRS: Readonly<Record<string, string>> = {
  '1F34E': 'a red apple',
  '1F339': 'a rose',
  '1F3B8': 'a guitar',
  '1F697': 'a car',
  '2602': 'an umbrella',
  '1F408': 'a cat',
  '1F418': 'an elephant',
  '1F3E0': 'a house',
  '1F4F7': 'a camera',
  '1F382': 'a birthday cake',
};

const CALL_TIMEOUT_MS = 60_000;

/** Compares a model's files with their SHA-256. A profile must also see what images of the demonstration show. */
export const addVerify: AddCommand = (program, context) => {
  program
    .command('verify')
    .description('compare the files of a model with their SHA-256, and let a profile look at ten images')
    .addArgument(profileArgument('lite'))
    .action(async (id: HubModelName | 'lite') => {
      const { settings, signal } = context();
      const isRight =
        (id === 'lite' || (await areFilesWhole(id, settings))) &&
        (!isProfile(id) || (await seesRight(id, signal)));
      if (!isRight) process.exitCode = 1;
    });
};

function isProfile(id: HubModelName | 'lite'): id is ProfileId {
  return PROFILE_IDS.some((known) => known === id);
}

async function seesRight(id: ProfileId, signal: AbortSignal): Promise<boolean> {
  // Before the service starts, which lets nothing draw in its process.
  const drawn = await drawings(signal);
  const matches = await withModel(id, (client) => look(client, drawn, signal));
  const table = new Table({ head: ['text', 'nearest image', 'margin'], style: { head: [], border: [] } });
  for (const { text, nearest, margin } of matches) table.push([text, nearest, margin.toFixed(3)]);
  const right = matches.filter(({ margin }) => margin > 0).length;
  const meanMargin = matches.reduce((sum, { margin }) => sum + margin, 0) / matches.length;
  printOut(
    `${table.toString()}\n${id}: ${right} of ${matches.length} texts found their image; mean margin ${meanMargin.toFixed(3)}.`,
  );
  if (id !== 'lite')
    printErr('Please send these figures to the project: it was built without the files of this profile.');
  return right === matches.length;
}

interface Match {
  text: string;
  /** Title of the image that is nearest. */
  nearest: string;
  /** How much nearer its own image is than the nearest other one. */
  margin: number;
}

interface Drawing {
  title: string;
  text: string;
  image: Buffer;
}

async function drawings(signal: AbortSignal): Promise<Drawing[]> {
  const load = createLoadImage({ userAgent: '' });
  const drawn: Drawing[] = [];
  for (const { assetId, title, image } of openOpenMoji().entries()) {
    const text = PAIRS[assetId.replace('openmoji:', '')];
    if (text !== undefined) drawn.push({ title, text, image: await load(image, signal) });
  }
  return drawn;
}

async function look(
  client: EmbeddingClient,
  drawn: readonly Drawing[],
  signal: AbortSignal,
): Promise<Match[]> {
  const call = () => detachedCall(CALL_TIMEOUT_MS, signal);
  const images: { title: string; vector: Vector | null }[] = [];
  const { sightVectors, crossModal } = await client.embedTexts(
    { texts: drawn.map(({ text }) => text) },
    call(),
  );
  for (const { title, image } of drawn) {
    const { vector, sight } = await client.embedImage({ image }, call());
    images.push({ title, vector: crossModal ? vector : sight });
  }
  return drawn.map(({ text }, own) => {
    const closeness = images.map(({ vector }) => dot(vector, sightVectors[own] ?? null));
    const others = Math.max(...closeness.filter((_, at) => at !== own));
    const nearest = images[closeness.indexOf(Math.max(...closeness))]?.title ?? '';
    return { text, nearest, margin: (closeness[own] ?? 0) - others };
  });
}

function dot(first: Vector | null, second: Vector | null): number {
  return (first?.values ?? []).reduce((sum, value, at) => sum + value * (second?.values[at] ?? 0), 0);
}

/** The service that answers for the product, on a free port of this machine. */
async function withModel<Result>(
  id: ProfileId,
  work: (client: EmbeddingClient) => Promise<Result>,
): Promise<Result> {
  const named = { MODEL_PROFILE: id, TEXT_ENCODER: 'minilm', MODEL_FETCH: 'never', RETRIEVAL_ADDRESS: '' };
  const service = createEmbeddingService(
    loadEmbeddingConfig({
      LOG_LEVEL: 'error',
      ...process.env,
      ...named,
      SERVICE_TOKEN: '',
      EMBEDDING_LISTEN: '127.0.0.1:0',
    }),
  );
  await service.start();
  const client = createEmbeddingClient(service.address);
  try {
    return await work(client);
  } finally {
    client.close();
    await service.close();
  }
}
