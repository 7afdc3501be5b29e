import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { z } from 'zod';
import {
  ConfigError,
  dataDir,
  databaseUrl,
  grpcTarget,
  listenAddress,
  logLevel,
  parseConfig,
  positiveMs,
  secret,
} from '../src/config.js';

const schema = z.object({
  LISTEN: listenAddress.default('127.0.0.1:7001'),
  DATABASE_URL: databaseUrl,
  TIMEOUT_MS: positiveMs.default(100),
  LOG_LEVEL: logLevel,
  DATA_DIR: dataDir,
});

describe('parseConfig', () => {
  test('fills in defaults, and a variable that is empty counts as unset', () => {
    const config = { LISTEN: '127.0.0.1:7001', TIMEOUT_MS: 100, LOG_LEVEL: 'info', DATA_DIR: './.data' };
    expect(parseConfig(schema, {})).toEqual(config);
    expect(parseConfig(schema, { LISTEN: '', DATABASE_URL: '', TIMEOUT_MS: '', OTHER: 'x' })).toEqual(config);
  });

  test('lists every invalid variable at once, one a line', () => {
    const parse = () =>
      parseConfig(schema, { LISTEN: 'here', DATABASE_URL: 'mysql://x', TIMEOUT_MS: '-5', LOG_LEVEL: 'loud' });
    expect(parse).toThrow(ConfigError);
    for (const name of ['LISTEN', 'DATABASE_URL', 'TIMEOUT_MS', 'LOG_LEVEL'])
      expect(parse).toThrow(new RegExp(`^  ${name}: \\S`, 'm'));
    expect(parse).not.toThrow(/DATA_DIR/);
  });

  test.each([
    ['soon', 'expected a number'],
    ['1.5', 'expected a whole number'],
  ])('says in words that %j is no number that it takes', (TIMEOUT_MS, says) => {
    expect(() => parseConfig(schema, { TIMEOUT_MS })).toThrow(new RegExp(`^  TIMEOUT_MS: ${says}$`, 'm'));
  });

  test('does not repeat a value, which may be a password', () => {
    expect(() => parseConfig(schema, { DATABASE_URL: 'mysql://me:hunter2@db' })).not.toThrow(/hunter2/);
  });
});

describe('a secret', () => {
  const PASSWORD = secret(z.string().min(4).optional());
  const parse = (env: Record<string, string>) => parseConfig(schema.extend({ PASSWORD }), env);
  const folder = folderOfSuite();
  const [file, short, absent] = ['password', 'short', 'absent'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  beforeAll(async () => {
    await writeFile(file, 'from-a-file\n');
    await writeFile(short, 'abc');
  });

  test('is read from the file that its variable names, unless it is set itself', () => {
    expect(parse({ PASSWORD_FILE: file }).PASSWORD).toBe('from-a-file');
    expect(parse({ PASSWORD: 'itself', PASSWORD_FILE: absent }).PASSWORD).toBe('itself');
    expect(() => parse({ LOG_LEVEL_FILE: absent })).not.toThrow();
  });

  test('whose file cannot be read or is invalid stops the start with every other fault, and is not repeated', () => {
    const unread = () => parse({ PASSWORD_FILE: absent, TIMEOUT_MS: 'none' });
    expect(unread).toThrow(/PASSWORD_FILE: the file cannot be read \(ENOENT\)\n {2}TIMEOUT_MS: /);
    const invalid = () => parse({ PASSWORD_FILE: short });
    expect(invalid).toThrow(/PASSWORD: /);
    expect(invalid).not.toThrow(/abc/);
  });
});

test.each([
  ...['127.0.0.1:7001', 'localhost:0', '[::1]:65535', 'rights.internal:7004'].map((text) => [
    text,
    true,
    true,
  ]),
  ...['dns:///rights.default.svc:7004', 'unix:///run/rights.sock'].map((text) => [text, false, true]),
  ...['', '7001', 'localhost', ':7001', '127.0.0.1:65536', '127.0.0.1:-1', '[nonsense]:1', '::1:7001'].map(
    (text) => [text, false, false],
  ),
  ...['http://x:1', 'a b:1'].map((text) => [text, false, false]),
])('%j can be listened on: %s, and called: %s', (text, isListenAddress, isTarget) => {
  expect(listenAddress.safeParse(text).success).toBe(isListenAddress);
  expect(grpcTarget.safeParse(text).success).toBe(isTarget);
});
