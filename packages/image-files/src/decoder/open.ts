import { accept, type AcceptedImage } from '../accept.js';
import { carriedBy } from '../edit/carried.js';
import { withoutLocation } from '../edit/location.js';
import { thumbnailXmp } from '../edit/marks.js';
import { convertedFormatOf, imageFormatOf } from '../format.js';
import { mayHaveManifest, saidBy, UNREAD_CREDENTIAL, type ContentCredential } from '../metadata/said.js';
import { describedBy, describedIn, type Described } from '../metadata/described.js';
import { generatedTypeOf } from '../metadata/source-types.js';
import type { OpenedFacts, OpenTask } from '../open-image.js';
import { walk, type WalkedFile } from '../parts.js';
import type { Answer } from './channel.js';
import { allowLoader, copiesOf, queryCopy, viewOf, workingCopy } from './pixels.js';

/** Opens one file in a process of its own. @throws ImageFault */
export async function open(file: Buffer, task: OpenTask): Promise<Answer> {
  if (task.for === 'stored') return openStored(file, task);
  if (task.for === 'said') return openSaid(file, task);
  if (task.for === 'query') return withPixels({ ...task.image, bytes: file }, queryCopy);
  const walked = walkedOf(file);
  const image = accept(file, 'stored', walked);
  if (task.for === 'indexed') return withPixels(image, workingCopy);
  return answerOf(image, [await viewOf(image, walked && thumbnailXmp(describedBy(walked)))]);
}

async function withPixels(image: AcceptedImage, copy: typeof workingCopy): Promise<Answer> {
  const { data, ...pixels } = await copy(image);
  return answerOf(image, [data], { pixels });
}

function walkedOf(file: Buffer): WalkedFile | undefined {
  const format = imageFormatOf(file);
  return format && walk(file, format);
}

/** Its parts are walked, its metadata parsed and its pixels decoded once; of a file that is converted the copy's pixels count. */
async function openStored(
  file: Buffer,
  { cutsPlace, trustList, skipsCredential }: Extract<OpenTask, { for: 'stored' }>,
): Promise<Answer> {
  const own = walkedOf(file);
  // What shows at once is refused at once.
  const accepted = own && accept(file, 'stored', own);
  const described = own === undefined ? describedIn(file) : describedBy(own);
  const credential = skipsCredential ? UNREAD_CREDENTIAL : await credentialOf(file, trustList);
  const bytes = own === undefined ? await convertedCopy(file, described, credential) : file;
  const served = own ?? walkedOf(bytes);
  const image = accepted ?? accept(bytes, 'stored', served);
  const cut = served && withoutLocation(served);
  const marks = thumbnailXmp(served === undefined || served === own ? described : describedBy(served));
  const copies = await copiesOf(image, marks);
  const { data, ...pixels } = copies.pixels;
  const sent = cutsPlace && cut !== undefined ? cut : bytes;
  // The file itself is not sent back.
  return answerOf(image, [data, ...copies.thumbnails, ...(sent === file ? [] : [sent])], {
    pixels,
    statements: { said: saidBy(described), credential: credential ?? null },
    stored: {
      hasLocation: !cutsPlace && cut !== undefined,
      originalFormat: convertedFormatOf(file) ?? null,
      thumbnails: copies.thumbnails.length,
    },
  });
}

async function openSaid(
  file: Buffer,
  { trustList, skipsCredential }: Extract<OpenTask, { for: 'said' }>,
): Promise<Answer> {
  const said = saidBy(describedIn(file));
  const credential = skipsCredential ? UNREAD_CREDENTIAL : await credentialOf(file, trustList);
  const facts = { statements: { said, credential: credential ?? null }, lengths: [] };
  return { facts: facts satisfies OpenedFacts, blocks: [] };
}

async function credentialOf(
  file: Buffer,
  trustList: string | undefined,
): Promise<ContentCredential | undefined> {
  if (!mayHaveManifest(file)) return undefined;
  // Few files have one, and its reader takes a while to load.
  const { readManifest } = await import('./credential.js');
  return readManifest(file, trustList);
}

/** It says what its file does, and that it is generated if only a signature says so. */
async function convertedCopy(
  file: Buffer,
  described: Described,
  credential: ContentCredential | undefined,
): Promise<Buffer> {
  const format = convertedFormatOf(file);
  // It is refused for its format.
  if (format === undefined) return file;
  // A process of queries needs none of these decoders.
  const { convertImage } = await import('./convert.js');
  allowLoader(format);
  const carried = carriedBy(described, credential && generatedTypeOf(credential.sourceTypes));
  return convertImage(file, format, carried);
}

function answerOf(
  { format, width, height }: AcceptedImage,
  blocks: readonly Buffer[],
  facts: Pick<OpenedFacts, 'pixels' | 'statements' | 'stored'> = {},
): Answer {
  const lengths = blocks.map(({ byteLength }) => byteLength);
  return { facts: { format, width, height, ...facts, lengths } satisfies OpenedFacts, blocks };
}
