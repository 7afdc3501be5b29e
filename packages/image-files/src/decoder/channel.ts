import { readSync, writeSync } from 'node:fs';

/** Descriptor of the socket between a decoder and the process that started it. */
export const DECODER_CHANNEL = 3;
/** Two lengths, each in four bytes: of a JSON head, and of the bytes that follow it. */
export const HEAD_BYTES = 8;
/** What a decoder says once its program runs. */
export const READY = Buffer.from('ready');

/** What a decoder makes of a file, one block after another, and what its caller must know of it. */
export interface Answer {
  facts: object;
  blocks: readonly Uint8Array[];
}

export type Decode<Task> = (bytes: Buffer, task: Task) => Promise<Answer>;

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
      const { facts, blocks } = await decode(file, task);
      answer(facts, blocks);
    } catch (error) {
      // Decoders that are compiled from Rust throw texts.
      const message = error instanceof Error ? error.message : String(error);
      const said = error instanceof Error ? Object.fromEntries(Object.entries(error)) : {};
      answer({ ...said, refused: message.split('\n')[0] }, []);
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

function answer(facts: object, blocks: readonly Uint8Array[]): void {
  for (const block of framed(JSON.stringify(facts), blocks)) writeAll(block);
}

function writeAll(block: Uint8Array): void {
  for (let at = 0; at < block.byteLength;) at += writeSync(DECODER_CHANNEL, block.subarray(at));
}

/** A message, in blocks that are sent one after another. */
export function framed(json: string, blocks: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.from(json);
  const lengths = Buffer.alloc(HEAD_BYTES);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(
    blocks.reduce((sum, { byteLength }) => sum + byteLength, 0),
    4,
  );
  return [Buffer.concat([lengths, head]), ...blocks];
}
