import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { DECODER_CHANNEL, framed, HEAD_BYTES, READY } from './channel.js';

/**
 * `refused`: the decoder's own message. `late`: it was killed at its deadline. `ended`: two processes, the second a new one, ran out
 * of memory or crashed. `unavailable`: no process started, or something else killed it, which says nothing of the image.
 */
export class DecodeFailure extends Error {
  readonly reason: 'refused' | 'late' | 'ended' | 'unavailable';

  /** What the decoder's own error says besides its message. */
  readonly facts: object;

  constructor(
    reason: DecodeFailure['reason'],
    message: string,
    { facts = {}, ...options }: ErrorOptions & { facts?: object } = {},
  ) {
    super(message, options);
    this.name = 'DecodeFailure';
    this.reason = reason;
    this.facts = facts;
  }
}

/** The fault is the machine's: the same image may succeed later. */
export const noDecoder = (cause: DecodeFailure): AppError =>
  new AppError('dependency_unavailable', 'Images cannot be decoded now; try again shortly.', { cause });

export interface DecoderPoolOptions {
  /** A built file that calls `serveDecoder`. */
  program: string;
  /** Images decoded at once. Large ones leave one process to the others. */
  processes: number;
  /** Memory of one process, in MiB, where the system can bound it. */
  memoryMib: number;
  /** Processes that have nothing to do for so long end. Without it they stay. */
  idleMs?: number;
}

export interface DecodeLimits {
  call: CallContext;
  /** Time for this image once its decoder has it. */
  timeoutMs: number;
  isLarge?: boolean;
}

export interface Decoded<Facts> {
  facts: Facts;
  bytes: Buffer;
}

/**
 * Decodes foreign images in processes, because neither a thread nor libvips itself can be stopped inside a decoder. A
 * process starts with the first image that needs it. One that is late is killed, and another one takes its place.
 */
export class DecoderPool<Task, Facts> {
  readonly #options: DecoderPoolOptions;
  readonly #permits: Semaphore;
  readonly #largePermits: Semaphore;
  readonly #all = new Set<Decoder>();
  #idle: Decoder[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
    this.#permits = createSemaphore(options.processes);
    this.#largePermits = createSemaphore(Math.max(1, options.processes - 1));
  }

  /**
   * A call that is cancelled ends its wait only: killing a process costs others more than the rest of a decode.
   * @throws DecodeFailure; AppError `cancelled` or `deadline_exceeded` of a call that ends while it waits.
   */
  decode(bytes: Uint8Array, task: Task, limits: DecodeLimits): Promise<Decoded<Facts>> {
    const { call, isLarge = false } = limits;
    const work = () => this.#permits.run(() => this.#decodeNow(bytes, task, limits), call);
    return isLarge ? this.#largePermits.run(work, call) : work();
  }

  /** Ends every process, whatever it does. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const decoder of this.#all) decoder.kill();
  }

  /** An image is blamed for the end of a new process only: an earlier one may have suffered from other images. */
  async #decodeNow(bytes: Uint8Array, task: Task, limits: DecodeLimits): Promise<Decoded<Facts>> {
    const { call, timeoutMs } = limits;
    assertLive(call);
    clearTimeout(this.#idleTimer);
    const late = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, call.deadlineAt - Date.now())));
    try {
      return await this.#exchange(this.#idle.pop() ?? this.#start(), { bytes, task, late });
    } catch (error) {
      const isDead = error instanceof DecodeFailure && DEATHS.includes(error.reason);
      if (!isDead || late.aborted || this.#isClosed) throw error;
      return await this.#exchange(this.#start(), { bytes, task, late }).catch((second: unknown) => {
        throw late.aborted ? error : second;
      });
    } finally {
      this.#replace();
      this.#endIdleLater();
    }
  }

  async #exchange(
    decoder: Decoder,
    { bytes, task, late }: { bytes: Uint8Array; task: Task; late: AbortSignal },
  ): Promise<Decoded<Facts>> {
    const answer = await decoder.exchange(bytes, task, late).catch((error: unknown) => {
      this.#forget(decoder);
      throw late.aborted && decoder.isReady ? new DecodeFailure('late', 'it takes too long') : error;
    });
    const { refused, ...facts } = JSON.parse(answer.head) as Facts & { refused?: string };
    if (refused !== undefined && LACKS_MEMORY.test(refused)) {
      decoder.kill();
      this.#forget(decoder);
      throw new DecodeFailure('ended', refused);
    }
    this.#idle.push(decoder);
    if (refused !== undefined) throw new DecodeFailure('refused', refused, { facts });
    return { facts: facts as Facts, bytes: answer.bytes };
  }

  /** After the end of a process the next image waits for no start. */
  #replace(): void {
    const { idleMs, processes } = this.#options;
    if (idleMs !== undefined || this.#isClosed || this.#idle.length > 0 || this.#all.size >= processes)
      return;
    try {
      this.#idle.push(this.#start());
    } catch {
      // The next image finds out.
    }
  }

  #endIdleLater(): void {
    const { idleMs } = this.#options;
    if (idleMs === undefined) return;
    clearTimeout(this.#idleTimer);
    const end = () => this.#idle.forEach((decoder) => decoder.kill());
    this.#idleTimer = setTimeout(end, idleMs).unref();
  }

  /** @throws DecodeFailure `unavailable` */
  #start(): Decoder {
    const decoder = new Decoder(this.#options, () => this.#forget(decoder));
    this.#all.add(decoder);
    return decoder;
  }

  #forget(decoder: Decoder): void {
    this.#all.delete(decoder);
    this.#idle = this.#idle.filter((one) => one !== decoder);
  }
}

const DEATHS: readonly DecodeFailure['reason'][] = ['ended', 'unavailable'];

/** What libvips and libjpeg say when the bound of their process leaves them too little. */
const LACKS_MEMORY = /out of memory|insufficient memory/i;

const KIB_PER_MIB = 1024;
/** Node 24 reserves so much for machine code at its start, fills little of it, and has it counted as written. */
const RESERVED_MIB = 448;
/**
 * What a process may write to of its own, in KiB. Address space would be the wrong measure: WebAssembly reserves ten
 * gigabytes of it. A system that knows no such bound starts the program without one.
 */
const BOUNDED_START = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/** By which others end a process: the system when memory runs out, an operator. A crash has signals of its own. */
const OUTSIDE_SIGNALS: readonly (NodeJS.Signals | null)[] = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
];

/** One process, which decodes one image at a time. */
class Decoder {
  readonly #process: ChildProcess;
  readonly #channel: Socket;
  readonly #chunks: AsyncIterator<Buffer, undefined>;
  /** The signal that ended it, if one did; undefined where it never started. */
  readonly #end: Promise<NodeJS.Signals | null | undefined>;
  #unread: Buffer = Buffer.alloc(0);
  #isReady = false;

  /** @throws DecodeFailure `unavailable` when the system has no room for a process. */
  constructor(options: DecoderPoolOptions, onEnd: () => void) {
    this.#process = spawned(options);
    this.#end = new Promise((resolve) => {
      this.#process.once('exit', (_code, signal) => resolve(signal));
      this.#process.once('error', () => resolve(undefined));
    });
    // Without descriptors there is no list either.
    const channels = this.#process.stdio as ChildProcess['stdio'] | undefined;
    // What `spawn` calls a pipe is a socket.
    const channel = channels?.[DECODER_CHANNEL] as Socket | null | undefined;
    if (channel == null) throw notStarted();
    this.#channel = channel;
    this.#chunks = channel[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    // A process that was killed takes no more bytes; what is read from it ends too.
    channel.on('error', () => undefined);
    this.#process.on('error', () => channel.destroy());
    channel.once('close', onEnd);
    this.#rest();
  }

  /** Whether its program runs. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends an image and waits for its pixels. The process is killed when the signal is aborted. */
  async exchange(
    bytes: Uint8Array,
    task: unknown,
    signal: AbortSignal,
  ): Promise<{ head: string; bytes: Buffer }> {
    const kill = () => this.kill();
    signal.addEventListener('abort', kill, { once: true });
    this.#process.ref();
    this.#channel.ref();
    try {
      if (signal.aborted) kill();
      for (const block of framed(JSON.stringify(task), [bytes])) this.#channel.write(block);
      if (!this.#isReady) await this.#read(READY.length);
      this.#isReady = true;
      const lengths = await this.#read(HEAD_BYTES);
      const head = await this.#read(lengths.readUInt32LE(0));
      return { head: head.toString(), bytes: await this.#read(lengths.readUInt32LE(4)) };
    } finally {
      signal.removeEventListener('abort', kill);
      this.#rest();
    }
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length;) {
      if (this.#unread.length === 0) this.#unread = await this.#nextChunk();
      const copied = this.#unread.copy(bytes, at);
      this.#unread = this.#unread.subarray(copied);
      at += copied;
    }
    return bytes;
  }

  async #nextChunk(): Promise<Buffer> {
    const next = await this.#chunks.next().catch(() => undefined);
    if (next?.done === false) return next.value;
    if (!this.#isReady) throw notStarted();
    throw OUTSIDE_SIGNALS.includes((await this.#end) ?? null)
      ? new DecodeFailure('unavailable', 'its decoder was killed')
      : new DecodeFailure('ended', 'it needs more memory than its decoder may use, or breaks it');
  }

  /** An idle process does not keep this one running, and ends when this one does. */
  #rest(): void {
    this.#process.unref();
    this.#channel.unref();
  }
}

function spawned({ program, memoryMib }: DecoderPoolOptions): ChildProcess {
  const bounded = [
    '-c',
    BOUNDED_START,
    'sh',
    String((memoryMib + RESERVED_MIB) * KIB_PER_MIB),
    process.execPath,
    program,
  ];
  // Decoders print what stands in a file, the escape codes of a terminal too.
  const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] };
  try {
    return process.platform === 'win32'
      ? spawn(process.execPath, [program], options)
      : spawn('/bin/sh', bounded, options);
  } catch (error) {
    throw notStarted(error);
  }
}

const notStarted = (cause?: unknown): DecodeFailure =>
  new DecodeFailure('unavailable', 'no process for decoding could be started', { cause });
