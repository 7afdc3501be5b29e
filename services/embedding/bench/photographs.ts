import sharp from 'sharp';

/** A JPEG file of soft light and some grain; another one for each seed. */
export function drawPhotograph(seed: number, width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(3 * width * height);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    data[at] = 120 + 100 * Math.sin((x + 40 * seed) / 80);
    data[at + 1] = 120 + 100 * Math.cos((y - 20 * seed) / 60);
    data[at + 2] = 110 + 60 * Math.sin((x - y) / 50) + (Math.imul(at + seed, 2_654_435_761) >>> 24) / 16;
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}
