const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const NO_TLS = Buffer.from('N');
const NOTHING = Buffer.alloc(0);
const SIZE_BYTES = 4;

/** Parse, Bind, Describe, Execute, Close and CopyData are parts of a statement: a later message ends it. */
const PARTS: ReadonlySet<number> = new Set(Buffer.from('PBDECd'));
/** Type of the last message of a session. The engine would end by it, and not only the session. */
const TERMINATE = 'X'.charCodeAt(0);

export interface Taken {
  /** Answers to what a client asks before its session. */
  refusals: Buffer;
  /** Up to the end of the last complete statement. */
  statements: Buffer;
}

/** What one connection has sent, divided after complete statements. */
export class WireMessages {
  #received: Buffer = NOTHING;
  #isStarted = false;

  take(chunk: Buffer): Taken {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const { refusals, start } = this.#isStarted ? { refusals: NOTHING, start: NOTHING } : this.#takeStart();
    const statements = this.#isStarted ? this.#takeStatements() : NOTHING;
    return { refusals, statements: start.length === 0 ? statements : Buffer.concat([start, statements]) };
  }

  /** A client may ask for TLS first; one that cancels asks for nothing else. */
  #takeStart(): { refusals: Buffer; start: Buffer } {
    const refusals: Buffer[] = [];
    for (let size = this.#sizeAt(0); size !== undefined; size = this.#sizeAt(0)) {
      const message = this.#take(size);
      const code = message.readInt32BE(SIZE_BYTES);
      if (code === SSL_REQUEST) refusals.push(NO_TLS);
      else if (code !== CANCEL_REQUEST) {
        this.#isStarted = true;
        return { refusals: Buffer.concat(refusals), start: message };
      }
    }
    return { refusals: Buffer.concat(refusals), start: NOTHING };
  }

  #takeStatements(): Buffer {
    let at = 0;
    let end = 0;
    for (let size = this.#sizeAt(1); size !== undefined; size = this.#sizeAt(at + 1)) {
      const type = this.#received[at] ?? TERMINATE;
      if (type === TERMINATE) break;
      at += 1 + size;
      if (!PARTS.has(type)) end = at;
    }
    return this.#take(end);
  }

  /** Of the message whose size is there; undefined while it is not complete. */
  #sizeAt(at: number): number | undefined {
    if (this.#received.length < at + SIZE_BYTES) return undefined;
    const size = this.#received.readInt32BE(at);
    return size < SIZE_BYTES || this.#received.length < at + size ? undefined : size;
  }

  #take(bytes: number): Buffer {
    const taken = this.#received.subarray(0, bytes);
    this.#received = this.#received.subarray(bytes);
    return taken;
  }
}
