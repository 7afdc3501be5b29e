import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export interface PhotographSize {
  name: string;
  width: number;
  height: number;
}

const SAMPLE_EDGE_PX = 48;
const QUALITY = 85;
const GRAIN = { type: 'gaussian', mean: 128, sigma: 24 } as const;

/** Files of light that falls off, soft shapes and grain: each decodes and compresses about as a photograph does. */
export async function writePhotographs(
  dir: string,
  { width, height }: PhotographSize,
  count: number,
): Promise<string> {
  await mkdir(dir, { recursive: true });
  // Drawing grain takes longer than all the rest, so all photographs have the same.
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise: GRAIN } })
    .raw()
    .toBuffer();
  for (let seed = 0; seed < count; seed += 1) {
    const file = await sharp(shapes(seed), {
      raw: { width: SAMPLE_EDGE_PX, height: SAMPLE_EDGE_PX, channels: 3 },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .composite([{ input: grain, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
      .jpeg({ quality: QUALITY })
      .toBuffer();
    await writeFile(join(dir, `photograph-${seed}.jpg`), file);
  }
  return dir;
}

function shapes(seed: number): Buffer {
  const data = Buffer.alloc(3 * SAMPLE_EDGE_PX ** 2);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % SAMPLE_EDGE_PX, Math.floor(at / 3 / SAMPLE_EDGE_PX)];
    const wave = Math.sin((x + 7 * seed) / (3 + (seed % 5))) * Math.cos((y - 3 * seed) / (4 + (at % 3)));
    data[at] = Math.round(128 + 100 * wave);
  }
  return data;
}
