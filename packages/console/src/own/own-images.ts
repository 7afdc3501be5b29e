import { ImageSearch, type Asset, type Edit, type UploadFacts } from '@imagesearch/sdk';
import { client, serviceUrl } from '../api/client.js';
import { collection } from '../api/service-store.js';
import { currentKey } from '../session/session-key.js';
import { createStore } from '../api/store.js';
import type { ShownImage } from '../api/types.js';
import { changeInAnswers } from '../search/known-answers.js';
import { changeInTray } from '../tray/tray-store.js';

/** A large file on a slow line; and a plan's pause is waited for within it. */
const ADD_TIMEOUT_MS = 20 * 60_000;

/** Adds an image. @throws ImageSearchError */
export async function addImage(file: File, said: UploadFacts): Promise<{ asset: Asset; isNew: boolean }> {
  let isNew = false;
  const noting: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    isNew = response.status === 201;
    return response;
  };
  const sender = new ImageSearch({
    baseUrl: serviceUrl(),
    apiKey: currentKey(),
    fetch: noting,
    timeoutMs: ADD_TIMEOUT_MS,
  });
  const { data: asset } = await sender.upload(file, { file_name: file.name, ...said });
  return { asset, isNew };
}

/** Changes what is said of an image of one's own, wherever this browser shows it. @throws ImageSearchError */
export async function editImage(assetId: string, edit: Edit): Promise<void> {
  showEdited((await client().edit(assetId, edit)).data);
}

/** Shows an image nowhere in this browser any more. */
export function forgetImage(assetId: string): void {
  changeInAnswers(assetId, null);
  changeInTray(assetId, null);
  void collection.read();
}

const edits = createStore(0);

/** How many edits there were: after another one, what the service said of an image may have changed. */
export const useEdits = edits.use;

/** Shows what is said of an image now in the answers and the tray of this browser. */
export function showEdited(asset: Asset): void {
  const { title, tags, creator, ai_generated, provenance, license, rights } = asset;
  const said = { title, tags, creator, ai_generated, provenance, license, rights };
  const edit = <Image extends ShownImage>(image: Image): Image => ({ ...image, ...said });
  changeInAnswers(asset.asset_id, edit);
  changeInTray(asset.asset_id, edit);
  edits.set(edits.get() + 1);
}
