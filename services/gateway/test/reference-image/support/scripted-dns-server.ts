import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const FLAGS_ANSWER = 0x8180;
const FLAGS_NO_SUCH_NAME = 0x8183;
/** Points at the name in the question. */
const SAME_NAME = 0xc00c;

/** A DNS server on loopback that knows these names, and is silent about names that it knows as null. */
export class ScriptedDnsServer {
  readonly questions: string[] = [];
  readonly #socket: Socket;
  readonly #names: Record<string, readonly string[] | null>;

  private constructor(names: Record<string, readonly string[] | null>) {
    this.#names = names;
    this.#socket = createSocket('udp4');
    this.#socket.on('message', (query, from) => {
      const answer = this.#answer(query);
      if (answer) this.#socket.send(answer, from.port, from.address);
    });
  }

  static async start(names: Record<string, readonly string[] | null>): Promise<ScriptedDnsServer> {
    const server = new ScriptedDnsServer(names);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): void {
    this.#socket.close();
  }

  #answer(query: Buffer): Buffer | undefined {
    const { name, end } = readName(query);
    this.questions.push(name);
    const addresses = this.#names[name];
    if (addresses === null) return undefined;
    const type = query.readUInt16BE(end);
    const records = (addresses ?? []).map(toBytes).filter((bytes) => bytes.length === recordBytes(type));
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(addresses ? FLAGS_ANSWER : FLAGS_NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const question = query.subarray(HEADER_BYTES, end + 4);
    return Buffer.concat([header, question, ...records.map((bytes) => record(type, bytes))]);
  }
}

const recordBytes = (type: number): number => (type === TYPE_A ? 4 : type === TYPE_AAAA ? 16 : 0);

const toBytes = (address: string): Buffer => Buffer.from(ipaddr.parse(address).toByteArray());

function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** The name in a question, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
