import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

describe.each(['sdk', 'mcp'])('the package %s', (name) => {
  it('is published as its manifest says', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(import.meta.dirname, '../..', name), pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});
