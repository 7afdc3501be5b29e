import sharp, { type Sharp } from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number];

/** An image, pixel by pixel from the top left: the services in this process let no vector format be read. */
export function painted(width: number, height: number, colourAt: (x: number, y: number) => Colour): Sharp {
  const data = Buffer.alloc(3 * width * height);
  for (let at = 0; at < width * height; at += 1)
    data.set(colourAt(at % width, Math.floor(at / width)), 3 * at);
  return sharp(data, { raw: { width, height, channels: 3 } });
}
