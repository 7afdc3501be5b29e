import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { listenAddress, parseConfig } from '../../src/config.js';
import {
  isLoopback,
  loadServiceTokens,
  requireServiceToken,
  serviceTokenVariables,
} from '../../src/secrets/service-token.js';

const TOKEN = 't'.repeat(32);
const NEXT_TOKEN = 'n'.repeat(32);

describe('service tokens', () => {
  test('are read from the environment, several with commas in between', () => {
    expect(loadServiceTokens({})).toEqual([]);
    expect(loadServiceTokens({ SERVICE_TOKEN: TOKEN })).toEqual([TOKEN]);
    expect(loadServiceTokens({ SERVICE_TOKEN: `${NEXT_TOKEN}, ${TOKEN}` })).toEqual([NEXT_TOKEN, TOKEN]);
  });

  test.each(['short', `${TOKEN},`, `${TOKEN},short`, `${'t'.repeat(16)} ${'t'.repeat(16)}`, 'ü'.repeat(32)])(
    '%j stops the start without being repeated',
    (SERVICE_TOKEN) => {
      const load = () => loadServiceTokens({ SERVICE_TOKEN });
      expect(load).toThrow(/SERVICE_TOKEN: expected 32 to 512 ASCII characters/);
      expect(load).not.toThrow(new RegExp(SERVICE_TOKEN));
    },
  );
});

describe('a service that listens', () => {
  const schema = z
    .object({ ...serviceTokenVariables, RIGHTS_LISTEN: listenAddress })
    .refine(...requireServiceToken('RIGHTS_LISTEN'));
  const REQUIRED =
    /SERVICE_TOKEN: required \(or SERVICE_TOKEN_FILE\) while RIGHTS_LISTEN is not a loopback address/;

  test.each(['127.0.0.1:0', '127.0.0.53:7004', 'localhost:7004', '[::1]:7004'])(
    'on %s needs no token',
    (at) => {
      expect(parseConfig(schema, { RIGHTS_LISTEN: at }).SERVICE_TOKEN).toBeUndefined();
    },
  );

  test.each(['0.0.0.0:7004', '[::]:7004', '10.0.0.5:7004', 'rights:7004', '127.example.org:7004'])(
    'on %s needs one',
    (at) => {
      expect(() => parseConfig(schema, { RIGHTS_LISTEN: at })).toThrow(REQUIRED);
      expect(parseConfig(schema, { RIGHTS_LISTEN: at, SERVICE_TOKEN: TOKEN }).SERVICE_TOKEN).toEqual([TOKEN]);
    },
  );
});

test.each([
  ['dns:///127.0.0.1:7004', true],
  ['dns:///rights:7004', false],
  ['unix:///run/rights.sock', false],
])('the target %s is on this machine: %s', (target, expected) => {
  expect(isLoopback(target)).toBe(expected);
});
