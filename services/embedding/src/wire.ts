import type {
  EmbedImageRequest,
  EmbedImageResponseInput,
  SignalsInput,
  VectorInput,
} from '@imagesearch/contracts/messages';
import type { ModelProfile } from '@imagesearch/models/profile';
import { IMAGE_FORMATS } from '@imagesearch/image-files/format';
import { check, invalid } from '@imagesearch/service-kit/errors';
import type { EmbeddedImage } from './app/images.js';
import type { Image } from './domain/image.js';
import type { Likeness, Signals } from './domain/signals/signals.js';

const TEXTS_MAX = 256;
/** UTF-16 units; captions of open collections are much shorter. */
const TEXT_LENGTH_MAX = 10_000;

/** @throws AppError `invalid_request` */
export function checkTexts(texts: readonly string[]): void {
  if (texts.length === 0 || texts.length > TEXTS_MAX) {
    const type = texts.length === 0 ? 'too_short' : 'too_long';
    throw invalid({ loc: ['texts'], msg: `Give 1 to ${TEXTS_MAX} texts.`, type, input: texts.length });
  }
  texts.forEach((text, index) => {
    if (text.trim() === '') {
      throw invalid({ loc: ['texts', index], msg: 'The text is empty.', type: 'string_too_short' });
    }
    if (text.length > TEXT_LENGTH_MAX) {
      throw invalid({
        loc: ['texts', index],
        msg: `The text has more than ${TEXT_LENGTH_MAX} characters.`,
        type: 'string_too_long',
        ctx: { max_length: TEXT_LENGTH_MAX },
      });
    }
  });
}

const PIXELS_EDGE_MAX = 1_024;

/** The file of a query, or an image that its caller has decoded. @throws AppError `invalid_request` */
export function imageFrom({ image, pixels }: EmbedImageRequest): Uint8Array | Image {
  if (pixels == null) return image ?? new Uint8Array();
  const { data, width, height, imageWidth, imageHeight } = pixels;
  const format = IMAGE_FORMATS.find((known) => known === pixels.format);
  const isCopy = (edge: number, of: number): boolean => edge >= 1 && edge <= Math.min(PIXELS_EDGE_MAX, of);
  check(
    isCopy(width, imageWidth) && isCopy(height, imageHeight),
    ['pixels'],
    'a copy of 1 to 1,024 pixels an edge',
  );
  check(data.byteLength === 3 * width * height, ['pixels', 'data'], 'three bytes for each pixel');
  check(format !== undefined, ['pixels', 'format'], 'jpeg, png or webp');
  return { format, width: imageWidth, height: imageHeight, pixels: { data, width, height } };
}

export function vectorToWire(vector: Float32Array): VectorInput {
  return { values: Array.from(vector) };
}

export function imageToWire(
  { image, vector, sight, shows, measured, likeness }: EmbeddedImage,
  { fingerprint, dimensions }: ModelProfile,
): EmbedImageResponseInput {
  return {
    vector: vectorToWire(vector),
    fingerprint,
    dimensions,
    width: image.width,
    height: image.height,
    format: image.format,
    ...(sight && { sight: vectorToWire(sight) }),
    ...(measured && {
      signals: { ...signalsToWire(measured.signals), shows: [...shows] },
      localFeatures: measured.localFeatures,
    }),
    ...(likeness && { likeness: likenessToWire(likeness) }),
  };
}

/** The wire has the signals' names; it holds a palette as two lists. */
function signalsToWire({ palette, ...signals }: Signals): SignalsInput {
  return { ...signals, ...paletteToWire(palette) };
}

function likenessToWire({ hashes, palette }: Likeness) {
  return { perceptualHashes: [hashes.plain, hashes.mirrored], ...paletteToWire(palette) };
}

function paletteToWire(palette: Signals['palette']) {
  return { palette: palette.map(({ hex }) => hex), paletteShares: palette.map(({ share }) => share) };
}
