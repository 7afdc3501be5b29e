import { describe, expect, test } from '@jest/globals';
import { UnpackedOnce } from '../../src/grpc/unpacked-once.js';

/** Room for two of the messages. */
const BYTES_MAX = 300;
const message = (byte: number, length = 40): Buffer => Buffer.alloc(length, byte);
const unpacked = () => new UnpackedOnce((packed) => ({ first: packed[0], length: packed.length }), BYTES_MAX);

describe('packed messages', () => {
  test('of the same bytes are one object, and of other bytes another', () => {
    const messages = unpacked();
    const first = messages.of(message(1));
    expect(messages.of(Buffer.from(message(1)))).toBe(first);
    expect(messages.of(message(1, 41))).toEqual({ first: 1, length: 41 });
    // Not text: no two of the bytes are read as one character.
    expect(messages.of(message(0xff))).toEqual({ first: 0xff, length: 40 });
    expect(messages.of(message(0xfe))).toEqual({ first: 0xfe, length: 40 });
  });

  test('are forgotten by their bytes, those used longest ago first', () => {
    const messages = unpacked();
    const [first, second] = [messages.of(message(1)), messages.of(message(2))];
    messages.of(message(1));
    messages.of(message(3));
    expect(messages.of(message(1))).toBe(first);
    expect(messages.of(message(2))).not.toBe(second);
  });

  test('larger than all that is kept are read, and kept by nobody', () => {
    const messages = unpacked();
    const large = message(1, BYTES_MAX + 1);
    expect(messages.of(large)).toEqual({ first: 1, length: BYTES_MAX + 1 });
    expect(messages.of(large)).not.toBe(messages.of(large));
  });

  test('of no bytes are messages like others', () => {
    const messages = unpacked();
    const empty = messages.of(message(0, 0));
    expect(empty).toEqual({ first: undefined, length: 0 });
    expect(messages.of(message(0, 0))).toBe(empty);
  });

  test('that cannot be read throw each time', () => {
    const messages = new UnpackedOnce((): object => {
      throw new Error('these bytes are no message');
    }, BYTES_MAX);
    for (let time = 0; time < 2; time += 1) expect(() => messages.of(message(1))).toThrow('no message');
  });
});
