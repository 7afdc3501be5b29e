import type { RgbPixels } from '../../src/domain/image.js';

/** Pixels of gradients, shapes and grain, drawn without a library: the same bytes on every machine. */
export function drawnPixels(seed: number): RgbPixels {
  const width = 96 + ((seed * 37) % 289);
  const height = 96 + ((seed * 53) % 289);
  const grain = [0, 2, 12, 60][seed % 4] ?? 0;
  const steps = [256, 64, 8, 3][(seed >> 2) % 4] ?? 256;
  const data = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    for (let channel = 0; channel < 3; channel += 1) {
      const ramp = (x * (1 + ((seed + channel) % 3)) + y * (1 + ((seed >> 1) % 2))) % 256;
      const shape =
        (x - width / 2) ** 2 + (y - height / 3) ** 2 < (20 + 5 * seed) ** 2 ? 90 * (channel - 1) : 0;
      const noise = ((Math.imul(3 * pixel + channel + seed, 2_654_435_761) >>> 24) / 255 - 0.5) * grain;
      const value = Math.max(0, Math.min(255, ramp + shape + noise));
      data[3 * pixel + channel] = Math.floor((Math.floor(value / (256 / steps)) * 256) / steps);
    }
  }
  return { data, width, height };
}
