import sharp from 'sharp';

/** Of each side. */
const PART = 0.6;

/** The middle of an image, as somebody cuts out a part. */
export async function cutOut(image: Uint8Array): Promise<Buffer> {
  const whole = sharp(image);
  const { width, height } = await whole.metadata();
  const part = { width: Math.round(width * PART), height: Math.round(height * PART) };
  const [left, top] = [Math.round((width - part.width) / 2), Math.round((height - part.height) / 2)];
  return whole
    .extract({ ...part, left, top })
    .png()
    .toBuffer();
}

/** An image with as much to see in it, which nothing knows again. */
export function negativeOf(image: Uint8Array): Promise<Buffer> {
  return sharp(image).negate({ alpha: false }).rotate(90).png().toBuffer();
}
