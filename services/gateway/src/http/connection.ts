import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long the rest of a body may arrive after its answer; longer than the body's own reader takes to cut one off. */
const UNREAD_BODY_TIMEOUT_MS = 12_000;

/** A request that was read, and who is to answer it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  app: RequestListener;
}

/**
 * One connection and its requests, of which the application sees one at a time: Node emits no `close` for an answer that
 * still waits for its socket, so what such a request opened would stay open for ever.
 */
export class Connection {
  readonly #socket: Socket;
  #current: Exchange | undefined;
  #waiting: Exchange[] = [];
  /** The last request that was read, answered or not. */
  #lastRead: IncomingMessage | undefined;
  /** Sent when all before it is answered; nothing is read after it. */
  #farewell: string | undefined;
  #isClosing = false;
  #takenBytes = 0;
  #movedAt = performance.now();

  constructor(socket: Socket) {
    this.#socket = socket;
    // What waits is dropped without having reached the application.
    socket.once('close', () => (this.#waiting = []));
  }

  /** Hands a request on, now or when all before it are answered; false when too many wait. */
  take(exchange: Exchange, waitingMax: number): boolean {
    if (this.#isClosing || this.#farewell !== undefined || this.#socket.destroyed) return true;
    this.#lastRead = exchange.request;
    if (!this.#current) this.#begin(exchange);
    else if (this.#waiting.length === waitingMax) return false;
    else this.#waiting.push(exchange);
    return true;
  }

  /** Answers what could not be read as a request, in the order of the requests, and ends the connection. */
  refuse(answer: string): void {
    const isOfLastRead = this.#lastRead?.complete === false;
    if (!this.#current && !isOfLastRead) this.#socket.end(answer);
    else if (isOfLastRead && this.#waiting.length === 0) {
      if (!this.#current || this.#current.response.headersSent) this.#socket.destroy();
      else this.#socket.end(answer);
    } else if (this.#socket.readableEnded) {
      // The client went away in the middle of a request: nobody waits for the answers before it.
      this.#socket.destroy();
    } else {
      if (isOfLastRead) this.#waiting.pop();
      this.#farewell = answer;
    }
  }

  /** Ends the connection with the answer under way, or at once. */
  drain(): void {
    this.#isClosing = true;
    this.#waiting = [];
    if (!this.#current) this.#socket.destroy();
    else if (!this.#current.response.headersSent) this.#current.response.setHeader('Connection', 'close');
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Whether there is something to send, and no write has ended for so long. To be asked again and again; time is that
   * of `performance.now()`.
   */
  isStalled(now: number, stallTimeoutMs: number): boolean {
    const { bytesWritten, writableLength, writableEnded } = this.#socket;
    const isOwing = writableEnded || writableLength > 0 || this.#current?.response.headersSent === true;
    const takenBytes = bytesWritten - writableLength;
    if (isOwing && takenBytes === this.#takenBytes) return now - this.#movedAt >= stallTimeoutMs;
    this.#takenBytes = takenBytes;
    this.#movedAt = now;
    return false;
  }

  #begin(exchange: Exchange): void {
    const { request, response, app } = exchange;
    this.#current = exchange;
    // Before the application's own listeners, and after Node has given the socket to the next answer.
    response.once('close', () => {
      if (!request.complete) this.#limitUnreadBody(request);
      this.#next();
    });
    app(request, response);
  }

  /** Node reads and drops the rest of a body that nobody wanted, which costs time for each chunk. */
  #limitUnreadBody(request: IncomingMessage): void {
    const cutOff = setTimeout(() => this.#socket.destroy(), UNREAD_BODY_TIMEOUT_MS).unref();
    request.once('end', () => clearTimeout(cutOff));
    this.#socket.once('close', () => clearTimeout(cutOff));
  }

  #next(): void {
    this.#current = undefined;
    if (!this.#socket.writable) return;
    const exchange = this.#waiting.shift();
    if (this.#isClosing) this.#socket.end();
    else if (exchange) this.#begin(exchange);
    else if (this.#farewell !== undefined) this.#socket.end(this.#farewell);
  }
}
