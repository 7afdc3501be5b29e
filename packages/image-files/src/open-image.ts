import { join } from 'node:path';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { AppError } from '@imagesearch/service-kit/errors';
import {
  accept,
  damaged,
  ImageFault,
  requireImage,
  WHOLE_PIXELS_MAX,
  type AcceptedImage,
  type ImageFaultKind,
} from './accept.js';
import { DecodeFailure, DecoderPool, noDecoder, type DecoderPoolOptions } from './decoder/pool.js';
import { imageFormatOf, type ConvertedFormat, type ImageFormat } from './format.js';
import { mayHaveManifest, type ContentCredential, type Said } from './metadata/said.js';
import { sizeAtHead, walk, type ImageSize } from './parts.js';

/** Eight-bit sRGB, three interleaved channels, row by row from the top left. */
export interface RgbPixels extends ImageSize {
  data: Uint8Array;
}

/** An image that was decoded whole: upright, in sRGB, transparent parts on white. */
export interface DecodedImage extends ImageSize {
  format: ImageFormat;
  /** A copy with a longest edge of 640 to 1,024 pixels; a smaller image is not enlarged. */
  pixels: RgbPixels;
}

/** All that a collection needs of a file; the size is that of the served file, upright. */
export interface OpenedImage extends DecodedImage {
  /** What the file says of itself. */
  said: Said;
  /** What its Content Credentials say; undefined without any. */
  credential: ContentCredential | undefined;
  /** A JPEG, PNG or WebP: the file itself, or a copy that was converted, or without the place. */
  served: Buffer;
  /** Whether the served file says where the image was taken. */
  hasLocation: boolean;
  /** The file's own format, where the served one was converted from it. */
  originalFormat: ConvertedFormat | null;
  /** In the order of `THUMBNAIL_EDGES_PX`. A small image has one. */
  thumbnails: Buffer[];
}

export interface StoredOptions {
  /** Whether the place where the image was taken is cut out of the served file. */
  cutsPlace: boolean;
  /** Certificates that Content Credentials are trusted by, PEM. */
  trustList?: string | undefined;
}

/** What a decoding process does with a file. */
export type OpenTask =
  | { for: 'query'; image: Omit<AcceptedImage, 'bytes'> }
  | { for: 'indexed' | 'view' }
  | ({ for: 'said'; skipsCredential: boolean } & Pick<StoredOptions, 'trustList'>)
  | ({ for: 'stored'; skipsCredential: boolean } & StoredOptions);

/** What it answers: facts, and the lengths of the blocks that follow them. */
export interface OpenedFacts extends Partial<Pick<DecodedImage, 'format' | 'width' | 'height'>> {
  lengths: number[];
  pixels?: ImageSize;
  statements?: { said: Said; credential: ContentCredential | null };
  stored?: Pick<OpenedImage, 'hasLocation' | 'originalFormat'> & { thumbnails: number };
}

/** What a file says of itself, and what its Content Credentials say. */
export type Statements = Pick<OpenedImage, 'said' | 'credential'>;

export interface OpenLimits {
  call: CallContext;
  /** Time for this image once a process has it. */
  timeoutMs: number;
}

/** A process starts from a built file, also where this module runs from its source. */
const PROGRAM = join(import.meta.dirname, '../dist/decoder/main.js');
/** Query images above it leave one process to the others, so that nobody's photograph waits for them. */
const SMALL_QUERY_PIXELS_MAX = 8_000_000;

/**
 * Opens files from outside in processes that are killed when they take too much time or memory. Each file is walked, parsed and
 * decoded once.
 * @throws ImageFault from every method for a file that is refused; AppError `dependency_unavailable` when no process can be started,
 * `cancelled` or `deadline_exceeded` when the call ends.
 */
export class ImageOpener {
  readonly #pool: DecoderPool<OpenTask, OpenedFacts>;
  readonly #memoryMib: number;

  constructor(settings: Omit<DecoderPoolOptions, 'program'>) {
    this.#pool = new DecoderPool({ program: PROGRAM, ...settings });
    this.#memoryMib = settings.memoryMib;
  }

  /** An image that is searched by. What shows before it is decoded is refused without a process. */
  async query(file: Uint8Array, limits: OpenLimits): Promise<DecodedImage> {
    const { bytes, ...image } = accept(file, 'query');
    const isLarge = image.width * image.height > SMALL_QUERY_PIXELS_MAX;
    return decodedOf(await this.#open(bytes, { for: 'query', image }, { ...limits, isLarge }));
  }

  /** The pixels of a stored file. */
  async indexed(file: Buffer, limits: OpenLimits): Promise<DecodedImage> {
    return decodedOf(await this.#open(file, { for: 'indexed' }, { ...limits, isLarge: mayBeLarge(file) }));
  }

  /** A file of a collection. */
  async stored(file: Buffer, options: StoredOptions, limits: OpenLimits): Promise<OpenedImage> {
    const bounds = { ...limits, isLarge: mayBeLarge(file) };
    return openedOf(file, await this.#openWithCredential(file, { for: 'stored', ...options }, bounds));
  }

  /** What a file of a collection says, without its pixels. */
  async said(
    file: Buffer,
    options: Pick<StoredOptions, 'trustList'>,
    limits: OpenLimits,
  ): Promise<Statements> {
    const bounds = { ...limits, isLarge: false };
    return statementsOf(await this.#openWithCredential(file, { for: 'said', ...options }, bounds));
  }

  /** The image as a WebP of at most `VIEW_EDGE_PX`; a WebP that moves as it is. */
  async view(file: Buffer, limits: OpenLimits): Promise<Buffer> {
    if (isAnimated(file)) return file;
    const opened = await this.#open(file, { for: 'view' }, { ...limits, isLarge: mayBeLarge(file) });
    return opened.bytes;
  }

  /** Ends every process, whatever it does. */
  close(): void {
    this.#pool.close();
  }

  /** The reader of credentials may be what takes too much: then they count as unread, and the rest is tried without it. */
  async #openWithCredential(
    file: Buffer,
    options: ({ for: 'stored' } & StoredOptions) | ({ for: 'said' } & Pick<StoredOptions, 'trustList'>),
    limits: OpenLimits & { isLarge: boolean },
  ): Promise<Opened> {
    requireImage(file);
    try {
      return await this.#open(file, { ...options, skipsCredential: false }, limits);
    } catch (error) {
      const isTooMuch = error instanceof ImageFault && error.kind === 'image_too_complex';
      if (!isTooMuch || !mayHaveManifest(file)) throw error;
      return this.#open(file, { ...options, skipsCredential: true }, limits);
    }
  }

  async #open(bytes: Uint8Array, task: OpenTask, limits: OpenLimits & { isLarge: boolean }): Promise<Opened> {
    try {
      return await this.#pool.decode(bytes, task, limits);
    } catch (error) {
      throw error instanceof DecodeFailure ? this.#faultOf(error, limits) : error;
    }
  }

  #faultOf(failure: DecodeFailure, { call, timeoutMs }: OpenLimits): ImageFault | AppError {
    const { reason, message } = failure;
    if (reason === 'unavailable') return noDecoder(failure);
    if (reason === 'refused')
      return isFault(failure.facts) ? refusal(failure, failure.facts) : damaged({ cause: failure });
    // A call that is over says nothing about its image.
    assertLive(call);
    const what =
      reason === 'late'
        ? `takes longer than ${Math.ceil(timeoutMs / 1_000)} s to decode`
        : `needs more memory to decode than the ${this.#memoryMib} MiB that there are; a baseline JPEG needs least`;
    return new ImageFault('image_too_complex', `the image ${what}`, { cause: message });
  }
}

interface Opened {
  facts: OpenedFacts;
  bytes: Buffer;
}

interface Refusal {
  kind: ImageFaultKind;
  ctx: Readonly<Record<string, number>>;
}

/** The error of a process, which passed as JSON. */
const isFault = (facts: object): facts is Refusal => 'kind' in facts && 'ctx' in facts;

const refusal = (cause: DecodeFailure, { kind, ctx }: Refusal): ImageFault =>
  new ImageFault(kind, cause.message, { ctx, cause });

/** Whether a file leaves no room for another large one, by its first parts. */
function mayBeLarge(file: Buffer): boolean {
  const format = imageFormatOf(file);
  const size = format && sizeAtHead(file, format);
  return size === undefined || size.width * size.height > WHOLE_PIXELS_MAX;
}

const isAnimated = (file: Buffer): boolean =>
  imageFormatOf(file) === 'webp' && walk(file, 'webp').parts.some(({ kind }) => kind === 'ANIM');

function blocksOf({ facts, bytes }: Opened): Buffer[] {
  let at = 0;
  return facts.lengths.map((length) => bytes.subarray(at, (at += length)));
}

function decodedOf(opened: Opened): DecodedImage {
  const { format, width, height, pixels } = opened.facts;
  const [data] = blocksOf(opened);
  if (
    data === undefined ||
    pixels === undefined ||
    format === undefined ||
    width === undefined ||
    height === undefined
  )
    throw anotherAnswer();
  return { format, width, height, pixels: { data, ...pixels } };
}

function openedOf(file: Buffer, opened: Opened): OpenedImage {
  const { stored } = opened.facts;
  if (stored === undefined) throw anotherAnswer();
  const { thumbnails, ...facts } = stored;
  const blocks = blocksOf(opened);
  return {
    ...decodedOf(opened),
    ...statementsOf(opened),
    ...facts,
    thumbnails: blocks.slice(1, 1 + thumbnails),
    served: blocks[1 + thumbnails] ?? file,
  };
}

function statementsOf({ facts: { statements } }: Opened): Statements {
  if (statements === undefined) throw anotherAnswer();
  return { said: statements.said, credential: statements.credential ?? undefined };
}

const anotherAnswer = (): Error => new Error('a decoder answered another question');
