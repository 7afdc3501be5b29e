import { readSync, writeSync } from 'node:fs';

/** Descriptor of the socket between a decoder and the process that started it. */
export const DECODER_CHANNEL = 3;
/** Two lengths, each in four bytes: of a JSON head, and of the bytes that follow it. */
export const HEAD_BYTES = 8;
/** What a decoder says once its program runs. */
export const READY = Buffer.from('ready');

/** Pixels or a file of an image, and what its caller must know of them. */
export type Decode<Task> = (bytes: Buffer, task: Task) => Promise<{ facts: object; bytes: Uint8Array }>;

/**
 * The whole of a decoder's process: it decodes one image after another until its parent ends. It blocks while it waits,
 * because it has nothing else to do.
 */
export async function serveDecoder<Task>(decode: Decode<Task>): Promise<never> {
  writeAll(READY);
  for (;;) {
    const lengths = readAll(HEAD_BYTES);
    const task = JSON.parse(readAll(lengths.readUInt32LE(0)).toString()) as Task;
    const file = readAll(lengths.readUInt32LE(4));
    try {
      const { facts, bytes } = await decode(file, task);
      answer(facts, bytes);
    } catch (error) {
      // Decoders that are compiled from Rust throw texts.
      const message = error instanceof Error ? error.message : String(error);
      answer({ refused: message.split('\n')[0] }, Buffer.alloc(0));
    }
  }
}

function readAll(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const read = readSync(DECODER_CHANNEL, bytes, at, length - at, null);
    if (read === 0) process.exit(0);
    at += read;
  }
  return bytes;
}

function answer(facts: object, bytes: Uint8Array): void {
  for (const block of framed(JSON.stringify(facts), bytes)) writeAll(block);
}

function writeAll(block: Uint8Array): void {
  for (let at = 0; at < block.byteLength;) at += writeSync(DECODER_CHANNEL, block.subarray(at));
}

/** A message, in blocks that are sent one after another. */
export function framed(json: string, bytes: Uint8Array): [Buffer, Uint8Array] {
  const head = Buffer.from(json);
  const lengths = Buffer.alloc(HEAD_BYTES);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(bytes.byteLength, 4);
  return [Buffer.concat([lengths, head]), bytes];
}
