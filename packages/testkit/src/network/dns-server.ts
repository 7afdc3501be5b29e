import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const CLASS_IN = 1;
/** Answer, recursion available, no error. */
const FLAGS = 0x8180;
/** Points at the name of the question, which follows the header. */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES;
const TTL_S = 0;

/** A DNS server of a test: names with IPv4 addresses that the test changes while it runs. */
export class DnsServer {
  readonly #addresses = new Map<string, readonly string[]>();
  readonly #socket: Socket = createSocket('udp4');
  #lookups = 0;

  /** `host:port` of it, for the authority of a `dns://` target. */
  async open(): Promise<string> {
    this.#socket.on('message', (message, { address, port }) => {
      this.#socket.send(this.#answerTo(message), port, address);
    });
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Look-ups of addresses so far. */
  get lookups(): number {
    return this.#lookups;
  }

  set(name: string, addresses: readonly string[]): void {
    this.#addresses.set(name, addresses);
  }

  close(): void {
    this.#socket.close();
  }

  #answerTo(message: Buffer): Buffer {
    const { name, end, type } = questionOf(message);
    const addresses = type === TYPE_A ? (this.#addresses.get(name) ?? []) : [];
    if (type === TYPE_A) this.#lookups += 1;
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(FLAGS, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...addresses.map(recordOf)]);
  }
}

function questionOf(message: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: message.readUInt16BE(at + 1) };
}

function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(NAME_OF_QUESTION, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt32BE(TTL_S, 6);
  record.writeUInt16BE(4, 10);
  for (const [at, part] of address.split('.').entries()) record[12 + at] = Number(part);
  return record;
}
