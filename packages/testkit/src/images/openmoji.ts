import { readFile } from 'node:fs/promises';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import sharp from 'sharp';

const EDGE_PX = 512;
const DENSITY = 512;

interface NamedImage {
  name: string;
  bytes: Buffer;
}

/** The first drawings of OpenMoji as PNG files. Neighbours in its order are the most alike. */
export async function openMojiDrawings(count: number): Promise<NamedImage[]> {
  const drawings: NamedImage[] = [];
  for (const item of openOpenMoji().entries()) {
    if (drawings.length === count) break;
    if (!('svgPath' in item.image)) continue;
    const bytes = await sharp(await readFile(item.image.svgPath), { density: DENSITY })
      .resize(EDGE_PX, EDGE_PX)
      .png()
      .toBuffer();
    drawings.push({ name: `${item.assetId} ${item.title}`, bytes });
  }
  return drawings;
}

interface CollectionTexts {
  titles: string[];
  /** Every word of titles and tags once, in lower case. */
  words: string[];
}

/** What the OpenMoji collection says of its images. */
export function openMojiTexts(): CollectionTexts {
  const items = [...openOpenMoji().entries()];
  const texts = items.flatMap(({ title, tags }) => [title, ...tags]);
  return {
    titles: items.map(({ title }) => title),
    words: [
      ...new Set(
        texts
          .join(' ')
          .toLowerCase()
          .match(/[a-z]{2,}/gu),
      ),
    ],
  };
}
