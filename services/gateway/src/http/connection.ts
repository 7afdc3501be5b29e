import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limit for the rest of a body after its answer: what an answer without an error, or a refused one, left unread. */
const UNREAD_BODY_TIMEOUT_MS = 12_000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  app: RequestListener;
}

/** Hands requests to the application one at a time: Node emits no `close` for an answer that still waits. */
export class Connection {
  readonly #socket: Socket;
  #current: Exchange | undefined;
  #waiting: Exchange[] = [];
  /** The last request that was read, answered or not. */
  #lastRead: IncomingMessage | undefined;
  /** The last answer of the connection, sent after all earlier ones. */
  #lastAnswer: string | undefined;
  #isClosing = false;
  #sentBytes = 0;
  #progressAt = performance.now();

  constructor(socket: Socket) {
    this.#socket = socket;
    // Waiting requests never reach the application.
    socket.once('close', () => (this.#waiting = []));
  }

  /** Starts a request now or after the earlier ones. @returns false when too many wait. */
  take(exchange: Exchange, waitingMax: number): boolean {
    if (this.#isClosing || this.#lastAnswer !== undefined || this.#socket.destroyed) return true;
    this.#lastRead = exchange.request;
    if (!this.#current) this.#begin(exchange);
    else if (this.#waiting.length === waitingMax) return false;
    else this.#waiting.push(exchange);
    return true;
  }

  /** Sends an answer to an unreadable request after the earlier answers, and ends the connection. */
  refuse(answer: string): void {
    const isOfLastRead = this.#lastRead?.complete === false;
    if (!this.#current && !isOfLastRead) this.#socket.end(answer);
    else if (isOfLastRead && this.#waiting.length === 0) {
      if (!this.#current || this.#current.response.headersSent) this.#socket.destroy();
      else this.#socket.end(answer);
    } else if (this.#socket.readableEnded) {
      // The client disconnected in the middle of a request, so nobody reads the earlier answers.
      this.#socket.destroy();
    } else {
      if (isOfLastRead) this.#waiting.pop();
      this.#lastAnswer = answer;
    }
  }

  /** Ends the connection after the current answer, or at once. */
  drain(): void {
    this.#isClosing = true;
    this.#waiting = [];
    if (!this.#current) this.#socket.destroy();
    else if (!this.#current.response.headersSent) this.#current.response.setHeader('Connection', 'close');
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Whether data waits to be sent and no write has ended for `stallTimeoutMs`. @param now `performance.now()` */
  isStalled(now: number, stallTimeoutMs: number): boolean {
    const { bytesWritten, writableLength, writableEnded } = this.#socket;
    const hasUnsent = writableEnded || writableLength > 0 || this.#current?.response.headersSent === true;
    const sentBytes = bytesWritten - writableLength;
    if (hasUnsent && sentBytes === this.#sentBytes) return now - this.#progressAt >= stallTimeoutMs;
    this.#sentBytes = sentBytes;
    this.#progressAt = now;
    return false;
  }

  #begin(exchange: Exchange): void {
    const { request, response, app } = exchange;
    this.#current = exchange;
    // Registered before the application's own listeners; Node has then given the socket to the next answer.
    response.once('close', () => {
      if (!request.complete) this.#limitUnreadBody(request);
      this.#next();
    });
    app(request, response);
  }

  /** Node reads and drops the rest of an unread body, which costs time for each chunk. */
  #limitUnreadBody(request: IncomingMessage): void {
    const cutOff = setTimeout(() => this.#socket.destroy(), UNREAD_BODY_TIMEOUT_MS).unref();
    request.once('end', () => clearTimeout(cutOff));
  }

  #next(): void {
    this.#current = undefined;
    if (!this.#socket.writable) return;
    const exchange = this.#waiting.shift();
    if (this.#isClosing) this.#socket.end();
    else if (exchange) this.#begin(exchange);
    else if (this.#lastAnswer !== undefined) this.#socket.end(this.#lastAnswer);
  }
}
