import { join } from 'node:path';
import type { Provenance } from '@imagesearch/facets/provenance';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { ConvertedFormat } from '../format.js';
import { DecodeFailure, type Decoded, DecoderPool, noDecoder } from './pool.js';
import { ImageFault } from '../accept.js';

/** A process starts from a built file, also where this module runs from its source. */
const PROGRAM = join(import.meta.dirname, '../../dist/decoder/main.js');
/** Two would not fit into the memory of a worker. */
const PROCESSES = 1;
const DECODE_TIMEOUT_MS = 60_000;
const IDLE_MS = 10_000;
/** Longer than any queue of files in work. */
const WAIT_MS_MAX = 3_600_000;

let pool: DecoderPool<DecodeTask | ReadTask, ReadFacts> | undefined;

/** Decodes in a process that is killed when it takes too long or too much memory. @throws ImageFault */
export async function decodeFile(bytes: Buffer, task: DecodeTask, signal: AbortSignal): Promise<Buffer> {
  try {
    return (await run(bytes, task, DECODE_TIMEOUT_MS, signal)).bytes;
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    throw new ImageFault(
      error.reason === 'refused' ? 'image_unreadable' : 'image_too_complex',
      messageOf(error),
      { cause: error },
    );
  }
}

/** What the C2PA manifest of a file says, and what its signature proves. */
export interface ContentCredential extends Omit<Provenance, 'statements'> {
  /** Digital source types of its actions and of those of its ingredients, the newest first. */
  sourceTypes: string[];
  /** There is a manifest, and what it says cannot be read. */
  isUnread?: boolean;
}

export const UNREAD_CREDENTIAL: ContentCredential = {
  signature: null,
  claimGenerator: null,
  createdAt: null,
  sourceTypes: [],
  isUnread: true,
};

/** UUID of the box that holds all manifests of a file, whatever its format (C2PA 2.1, 11.1.4.2). */
const MANIFESTS_UUID = Buffer.from('6332706100110010800000aa00389b71', 'hex');
/** Reading and hashing the largest file takes a second. */
const CREDENTIAL_TIMEOUT_MS = 20_000;

/**
 * Reads and validates the C2PA manifest of a file in such a process. Undefined without one.
 * @param trustList Certificates of signers or of their authorities, PEM.
 */
export async function readCredential(
  file: Buffer,
  trustList: string | undefined,
  signal: AbortSignal,
): Promise<ContentCredential | undefined> {
  if (!file.includes(MANIFESTS_UUID)) return undefined;
  try {
    const { facts } = await run(file, { kind: 'credential', trustList }, CREDENTIAL_TIMEOUT_MS, signal);
    return facts.credential;
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    return UNREAD_CREDENTIAL;
  }
}

async function run(
  bytes: Buffer,
  task: DecodeTask | ReadTask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Decoded<ReadFacts>> {
  pool ??= new DecoderPool({
    program: PROGRAM,
    processes: PROCESSES,
    memoryMib: PROCESS_MIB,
    idleMs: IDLE_MS,
  });
  const stop = (): void => pool?.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const call = detachedCall(WAIT_MS_MAX, signal);
    return await pool.decode(bytes, task, { call, timeoutMs });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof DecodeFailure && error.reason === 'unavailable' ? noDecoder(error) : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function messageOf({ reason, message }: DecodeFailure): string {
  if (reason === 'refused') return message;
  return reason === 'late'
    ? `the image takes longer than ${DECODE_TIMEOUT_MS / 1000} s to decode`
    : `the image needs more memory to decode than the ${PROCESS_MIB} MiB that there are; a baseline JPEG needs least`;
}

/** What a decoding process makes: a file that every browser shows, or a small copy of one to embed. */
export type DecodeTask =
  | {
      kind: 'convert';
      format: ConvertedFormat;
      /** Of the copy, in base64. */
      metadata: string | undefined;
    }
  | { kind: 'copy' };

/** What it reads besides. */
export interface ReadTask {
  kind: 'credential';
  /** PEM. */
  trustList: string | undefined;
}

interface ReadFacts {
  credential?: ContentCredential | undefined;
}

/**
 * Memory of a decoding process. A worker has 1 GiB, of which its own process takes up to 130 MiB. The decoder of AVIF
 * reserves twice what it uses.
 */
const PROCESS_MIB = 848;
