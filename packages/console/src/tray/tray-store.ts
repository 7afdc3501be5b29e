import { createStore } from '../api/store.js';
import type { ShownImage } from '../api/types.js';
import { announce } from '../ui/announce.js';

/** The images that a person put aside. They stay in this browser, over tabs and restarts, and are sent nowhere. */
const NAME = 'image-search-tray';

const tray = createStore(parse(localStorage.getItem(NAME)));
export const useTray = tray.use;
// Another tab may change the tray too.
addEventListener('storage', () => tray.set(parse(localStorage.getItem(NAME))));

/** Puts an image aside, or takes it out again, and says so. What was taken out can be put back. */
export function toggleInTray(image: ShownImage): void {
  const kept = tray.get();
  const others = kept.filter(({ asset_id }) => asset_id !== image.asset_id);
  const isIn = others.length === kept.length;
  const name = image.title || 'Untitled';
  write(isIn ? [...kept, image] : others);
  if (isIn) announce(`${name} is in the tray.`);
  else announce(`${name} is out of the tray.`, () => putBack(kept));
}

/** The images in the order that they had, before those that were put aside since. */
function putBack(kept: readonly ShownImage[]): void {
  const ids = new Set(kept.map(({ asset_id }) => asset_id));
  write([...kept, ...tray.get().filter(({ asset_id }) => !ids.has(asset_id))]);
}

/** Shows an image in the tray as it is now; null takes it out. */
export function changeInTray(assetId: string, edit: ((image: ShownImage) => ShownImage) | null): void {
  const kept = tray.get();
  if (!kept.some(({ asset_id }) => asset_id === assetId)) return;
  const changed = (image: ShownImage): ShownImage[] => (edit ? [edit(image)] : []);
  write(kept.flatMap((image) => (image.asset_id === assetId ? changed(image) : [image])));
}

export function emptyTray(): void {
  const kept = tray.get();
  write([]);
  announce(`${kept.length === 1 ? 'One image is' : `${kept.length} images are`} out of the tray.`, () =>
    putBack(kept),
  );
}

function write(kept: readonly ShownImage[]): void {
  localStorage.setItem(NAME, JSON.stringify(kept));
  tray.set(kept);
}

function parse(stored: string | null): readonly ShownImage[] {
  try {
    return JSON.parse(stored ?? '[]') as ShownImage[];
  } catch {
    // Another program wrote there.
    return [];
  }
}
