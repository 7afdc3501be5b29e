import { describe, expect, test } from '@jest/globals';
import { WireMessages } from '../../src/postgres/wire-messages.js';

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const PROTOCOL_3 = 196_608;

/** A message of a session. */
function message(type: string, body = ''): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), size, Buffer.from(body)]);
}

/** A message before a session. */
function opening(code: number, body = ''): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, Buffer.from(body)]);
}

const START = opening(PROTOCOL_3, 'user');
const STATEMENT = Buffer.concat(['P', 'B', 'D', 'E', 'S'].map((type) => message(type, 'body')));

function started(): WireMessages {
  const messages = new WireMessages();
  messages.take(START);
  return messages;
}

/** Everything that comes out, byte by byte in. */
function takenByByte(messages: WireMessages, bytes: Buffer): Buffer[] {
  return [...bytes]
    .map((byte) => messages.take(Buffer.from([byte])).statements)
    .filter(({ length }) => length > 0);
}

describe('the messages of a connection', () => {
  test('begin with its start, after a refusal of TLS', () => {
    const messages = new WireMessages();
    expect(messages.take(opening(SSL_REQUEST))).toEqual({
      refusals: Buffer.from('N'),
      statements: Buffer.alloc(0),
    });
    expect(messages.take(START)).toEqual({ refusals: Buffer.alloc(0), statements: START });
  });

  test('that cancel a statement of another connection are dropped', () => {
    expect(new WireMessages().take(opening(CANCEL_REQUEST, '12345678'))).toEqual({
      refusals: Buffer.alloc(0),
      statements: Buffer.alloc(0),
    });
  });

  test('come out together once their statement is complete, however they arrive', () => {
    expect(takenByByte(started(), STATEMENT)).toEqual([STATEMENT]);
    expect(takenByByte(new WireMessages(), Buffer.concat([START, STATEMENT]))).toEqual([START, STATEMENT]);
    expect(new WireMessages().take(Buffer.concat([START, STATEMENT])).statements).toEqual(
      Buffer.concat([START, STATEMENT]),
    );
  });

  test('of a statement that is not complete wait', () => {
    const messages = started();
    const parts = Buffer.concat([STATEMENT, message('P', 'next'), message('B')]);
    expect(messages.take(parts).statements).toEqual(STATEMENT);
    expect(messages.take(message('S')).statements).toEqual(
      Buffer.concat([message('P', 'next'), message('B'), message('S')]),
    );
  });

  test('end before the one that ends the session', () => {
    expect(started().take(Buffer.concat([message('Q', 'SELECT 1'), message('X')])).statements).toEqual(
      message('Q', 'SELECT 1'),
    );
  });
});
