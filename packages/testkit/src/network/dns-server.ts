import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const CLASS_IN = 1;
/** Answer, recursion available; no error, or no such name. */
const FLAGS_ANSWER = 0x8180;
const FLAGS_NO_SUCH_NAME = 0x8183;
/** Points at the name of the question, which follows the header. */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES;

/** A DNS server of a test: names with addresses that the test changes while it runs. */
export class DnsServer {
  /** Names that were asked for. */
  readonly questions: string[] = [];
  readonly #addresses = new Map<string, readonly string[] | null>();
  readonly #socket: Socket = createSocket('udp4');
  #lookups = 0;

  /** `host:port` of it, for the authority of a `dns://` target. */
  async open(): Promise<string> {
    this.#socket.on('message', (message, { address, port }) => {
      const answer = this.#answerTo(message);
      if (answer) this.#socket.send(answer, port, address);
    });
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Look-ups of IPv4 addresses so far. */
  get lookups(): number {
    return this.#lookups;
  }

  /** @param addresses null for a name about which it is silent. */
  set(name: string, addresses: readonly string[] | null): void {
    this.#addresses.set(name, addresses);
  }

  close(): void {
    this.#socket.close();
  }

  #answerTo(message: Buffer): Buffer | undefined {
    const { name, end, type } = questionOf(message);
    this.questions.push(name);
    if (type === TYPE_A) this.#lookups += 1;
    const addresses = this.#addresses.get(name);
    if (addresses === null) return undefined;
    const records = (addresses ?? []).map(bytesOf).filter((bytes) => bytes.length === lengthOf(type));
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(addresses ? FLAGS_ANSWER : FLAGS_NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const question = message.subarray(HEADER_BYTES, end);
    return Buffer.concat([header, question, ...records.map((bytes) => recordOf(type, bytes))]);
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

const lengthOf = (type: number): number => (type === TYPE_A ? 4 : type === TYPE_AAAA ? 16 : 0);

const bytesOf = (address: string): Buffer => Buffer.from(ipaddr.parse(address).toByteArray());

/** Its time to live is 0: what the test changes holds at once. */
function recordOf(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(NAME_OF_QUESTION, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, address]);
}
