import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { parseConfig } from '../../src/config.js';
import { folderOfSuite } from '@imagesearch/testkit/folders';

const schema = z.object({ PASSWORD: z.string().min(4).optional(), PORT: z.coerce.number().default(1) });
const parse = (env: Record<string, string>) => parseConfig(schema, env, ['PASSWORD']);

const folder = folderOfSuite();
const file = join(folder, 'password');
beforeAll(() => writeFile(file, 'from-a-file\n'));

describe('a secret', () => {
  test('is read from the file that its variable names, whose last line may end', () => {
    expect(parse({ PASSWORD_FILE: file })).toMatchObject({ PASSWORD: 'from-a-file' });
  });

  test('that is set itself takes precedence over its file, which is then not read', () => {
    expect(parse({ PASSWORD: 'itself', PASSWORD_FILE: join(folder, 'absent') }).PASSWORD).toBe('itself');
  });

  test('in a file that cannot be read stops the start, together with every other fault', () => {
    const load = () => parse({ PASSWORD_FILE: join(folder, 'absent'), PORT: 'none' });
    expect(load).toThrow(/PASSWORD_FILE: the file cannot be read \(ENOENT\)/);
    expect(load).toThrow(/PORT: /);
  });

  test('in a file has to be as valid as in the variable, and is not repeated', async () => {
    const short = join(folder, 'short');
    await writeFile(short, 'abc');
    const load = () => parse({ PASSWORD_FILE: short });
    expect(load).toThrow(/PASSWORD: /);
    expect(load).not.toThrow(/abc/);
  });

  test('has no file unless the service says so', () => {
    expect(parseConfig(schema, { PASSWORD_FILE: file }).PASSWORD).toBeUndefined();
  });
});
