import { createStore } from '../api/store.js';
import type { ShownImage } from '../api/types.js';

/** The images that a person put aside. They stay in this browser, over tabs and restarts, and are sent nowhere. */
const NAME = 'image-search-tray';

const tray = createStore(parse(localStorage.getItem(NAME)));
export const useTray = tray.use;
// Another tab may change the tray too.
addEventListener('storage', () => tray.set(parse(localStorage.getItem(NAME))));

/** Puts an image aside, or takes it out again. @returns whether it is in the tray now. */
export function toggleInTray(image: ShownImage): boolean {
  const kept = tray.get();
  const others = kept.filter(({ asset_id }) => asset_id !== image.asset_id);
  const isIn = others.length === kept.length;
  write(isIn ? [...kept, image] : others);
  return isIn;
}

/** Shows an image in the tray as it is now; null takes it out. */
export function changeInTray(assetId: string, edit: ((image: ShownImage) => ShownImage) | null): void {
  const kept = tray.get();
  if (!kept.some(({ asset_id }) => asset_id === assetId)) return;
  const changed = (image: ShownImage): ShownImage[] => (edit ? [edit(image)] : []);
  write(kept.flatMap((image) => (image.asset_id === assetId ? changed(image) : [image])));
}

export function emptyTray(): void {
  write([]);
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
