import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export interface PhotographSize {
  name: string;
  width: number;
  height: number;
  count: number;
}

const SAMPLE_EDGE_PX = 48;
const QUALITY = 85;

/** Files of light that falls off, soft shapes and grain: each decodes and compresses about as a photograph does. */
export async function writePhotographs(
  dir: string,
  { width, height, count }: PhotographSize,
): Promise<string> {
  await mkdir(dir, { recursive: true });
  for (let seed = 0; seed < count; seed += 1) {
    const grain = { type: 'gaussian', mean: 128, sigma: 12 } as const;
    const noise = await sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } })
      .raw()
      .toBuffer();
    const file = await sharp(shapes(seed), {
      raw: { width: SAMPLE_EDGE_PX, height: SAMPLE_EDGE_PX, channels: 3 },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .composite([{ input: noise, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
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
