import { ImageSearchError, type Asset, type UploadFacts } from '@imagesearch/sdk';
import { collection } from '../api/service-store.js';
import { createStore } from '../api/store.js';
import { sentenceOf } from '../api/failure.js';
import { forgetAnswers } from '../search/known-answers.js';
import { announce } from '../ui/announce.js';
import { addImage, showEdited } from './own-images.js';

/** A file on its way into the collection. It goes on while its panel is closed. */
export interface Upload {
  id: number;
  file: File;
  /** `known`: the same file was there before. `unlicensed`: neither the form nor the file states a licence. */
  state: 'chosen' | 'waiting' | 'sending' | 'added' | 'known' | 'unlicensed' | 'failed';
  said: UploadFacts;
  asset: Asset | null;
  /** Why it failed, in a sentence. */
  fault: string | null;
}

const SENT_AT_ONCE = 2;
/** Of the contract. */
const FILE_BYTES_MAX = 25 * 1024 * 1024;

const uploads = createStore<readonly Upload[]>([]);
let lastId = 0;

export const useUploads = uploads.use;

export function isOnItsWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

export function isAdded({ state }: Upload): boolean {
  return state === 'added' || state === 'known';
}

/** Lists files, to be sent by `sendUploads`. */
export function chooseFiles(files: readonly File[]): void {
  const chosen = files.map((file): Upload => {
    const fault = faultOf(file);
    const state = fault === null ? 'chosen' : 'failed';
    return { id: (lastId += 1), file, state, said: {}, asset: null, fault };
  });
  uploads.set([...uploads.get(), ...chosen]);
}

/** What can be said of a file before it is sent. */
function faultOf({ size }: File): string | null {
  if (size === 0) return 'The file is empty.';
  return size > FILE_BYTES_MAX ? 'The file is larger than 25 MB.' : null;
}

/** Whether the form decides what becomes of it. */
export function isToBeSent({ state }: Upload): boolean {
  return state === 'chosen' || state === 'unlicensed';
}

/** Whether another try may help. */
export function isRetryable({ state, file }: Upload): boolean {
  return state === 'failed' && faultOf(file) === null;
}

/** Takes a file out that was not sent yet, or that failed. */
export function dropUpload(id: number): void {
  uploads.set(uploads.get().filter((upload) => upload.id !== id));
}

/** Sends files, or sends them again. */
export function sendUploads(ids: readonly number[], said: UploadFacts): void {
  const waiting = { state: 'waiting', said, fault: null } as const;
  uploads.set(uploads.get().map((upload) => (ids.includes(upload.id) ? { ...upload, ...waiting } : upload)));
  addEventListener('beforeunload', askBeforeLeaving);
  sendNext();
}

/** Sends no more than what is being sent. */
export function stopUploads(): void {
  uploads.set(
    uploads.get().map((upload) => (upload.state === 'waiting' ? { ...upload, state: 'chosen' } : upload)),
  );
}

/** Lets the page be left without a question. */
export function giveUpUploads(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
}

/** Empties the list, unless files in it are still to be sent. */
export function clearSettledUploads(): void {
  if (uploads.get().every((upload) => isAdded(upload) || upload.state === 'failed')) uploads.set([]);
}

function sendNext(): void {
  const sending = uploads.get().filter(({ state }) => state === 'sending').length;
  const next = uploads.get().find(({ state }) => state === 'waiting');
  if (next && sending < SENT_AT_ONCE) {
    void sendOne(next);
    sendNext();
  } else if (!next && sending === 0) {
    finish();
  }
}

async function sendOne({ id, file, said }: Upload): Promise<void> {
  change(id, { state: 'sending' });
  try {
    const { asset, isNew } = await addImage(file, said);
    change(id, { state: isNew ? 'added' : 'known', asset });
    if (!isNew) showEdited(asset);
  } catch (error) {
    if (lacksLicence(error)) change(id, { state: 'unlicensed' });
    else change(id, { state: 'failed', fault: wordsFor(error) });
  }
  sendNext();
}

function lacksLicence(error: unknown): boolean {
  return (
    error instanceof ImageSearchError &&
    error.faults.some(({ loc, type }) => type === 'missing' && loc.includes('license'))
  );
}

function wordsFor(error: unknown): string {
  // The browser reads a file when it is sent, and it may have been moved since it was chosen.
  const isGone = error instanceof DOMException;
  return isGone ? 'The file is not there any more. Choose it again.' : sentenceOf(error);
}

/** When nothing is on its way any more. */
function finish(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
  announce(summaryOf(uploads.get()));
  if (!uploads.get().some(isAdded)) return;
  forgetAnswers();
  void collection.read();
}

/** What became of files: "2 added, 1 could not be added." */
export function summaryOf(all: readonly Upload[]): string {
  const count = (state: Upload['state']): number => all.filter((upload) => upload.state === state).length;
  const said = [
    [count('added'), 'added'],
    [count('known'), count('known') === 1 ? 'was there already' : 'were there already'],
    [count('unlicensed'), count('unlicensed') === 1 ? 'states no licence' : 'state no licence'],
    [count('failed'), 'could not be added'],
  ] as const;
  const parts = said.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return `${parts.join(', ')}.`;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(id: number, changed: Partial<Upload>): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
}
