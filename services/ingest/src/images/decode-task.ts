import type { ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';

/** What a decoding process makes: a file that every browser shows, or a small copy of one to embed. */
export type DecodeTask = { kind: 'convert'; format: ConvertedFormat } | { kind: 'copy' };

/**
 * Memory of a decoding process. A worker has 1 GiB, of which its own process takes up to 130 MiB. The decoder of AVIF
 * reserves twice what it uses.
 */
export const PROCESS_MIB = 848;
/** What is left beside the program itself. */
export const IMAGE_BYTES_MAX = (PROCESS_MIB - 100) * 1024 * 1024;
