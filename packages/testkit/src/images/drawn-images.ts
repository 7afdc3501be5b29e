import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number];

const EDGE_PX = 96;
const COLOURS = ['red', 'green', 'blue', 'yellow', 'purple', 'orange', 'grey'] as const;
const WHITE: Colour = [255, 255, 255];
const SHADES: Record<(typeof COLOURS)[number], Colour> = {
  red: [200, 30, 30],
  green: [30, 160, 60],
  blue: [40, 60, 200],
  yellow: [230, 210, 40],
  purple: [130, 40, 160],
  orange: [240, 140, 20],
  grey: [128, 128, 128],
};

export interface DrawnManifest {
  path: string;
  ids: string[];
  /** Those of `ids` whose file is no image. */
  brokenIds: string[];
}

/** A manifest of small images, no two alike, of which one in a hundred is broken. */
export async function drawManifest(folder: string, count: number): Promise<DrawnManifest> {
  await mkdir(join(folder, 'files'), { recursive: true });
  const rows: string[] = [];
  const brokenIds: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = `p${at}`;
    const isBroken = at % 100 === 50;
    const file = `files/${id}.png`;
    await writeFile(join(folder, file), isBroken ? 'no picture at all' : await drawPng(at));
    if (isBroken) brokenIds.push(id);
    const license = { license: 'CC BY 4.0', license_url: 'https://creativecommons.org/licenses/by/4.0/' };
    rows.push(
      JSON.stringify({
        id,
        file,
        title: `${colourOf(at)} drawing number ${at}`,
        tags: [colourOf(at)],
        creator: 'Ada',
        ...license,
      }),
    );
  }
  const path = join(folder, 'manifest.jsonl');
  await writeFile(path, `${rows.join('\n')}\n`);
  return { path, ids: Array.from({ length: count }, (_, at) => `p${at}`), brokenIds };
}

function colourOf(at: number): (typeof COLOURS)[number] {
  return COLOURS[at % COLOURS.length] ?? 'grey';
}

/** A small PNG of stripes in two colours. Another number gives another image. */
export function drawPng(at: number): Promise<Buffer> {
  const ink = SHADES[colourOf(at)];
  const [width, height] = [3 + (at % 11), 2 + (Math.floor(at / 11) % 13)];
  return painted(EDGE_PX, EDGE_PX, (x, y) => {
    if (x + y === 0) return [at >> 16, at >> 8, at];
    return (Math.floor(x / width) + Math.floor(y / height)) % 2 === 0 ? ink : WHITE;
  })
    .png()
    .toBuffer();
}

/** An image, pixel by pixel from the top left: the services in this process let no vector format be read. */
export function painted(width: number, height: number, colourAt: (x: number, y: number) => Colour): Sharp {
  const data = Buffer.alloc(3 * width * height);
  for (let at = 0; at < width * height; at += 1)
    data.set(colourAt(at % width, Math.floor(at / width)), 3 * at);
  return sharp(data, { raw: { width, height, channels: 3 } });
}
