import { describe, expect, it } from '@jest/globals';
import { isWellFormedKey, mintKey } from '../src/keys/api-key.js';

describe('API keys', () => {
  it('have the form isk_<env>_<random><checksum> and are well formed as minted', () => {
    for (let round = 0; round < 200; round += 1) {
      const key = mintKey('live');
      expect(key).toMatch(/^isk_live_[A-Za-z0-9-]{32}[0-9a-f]{8}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('with any one character changed are refused by their checksum', () => {
    const key = mintKey('demo');
    const start = 'isk_demo_'.length;
    for (let at = start; at < key.length; at += 1) {
      const typo = key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
      expect(isWellFormedKey(typo)).toBe(false);
    }
  });

  it.each(['', 'isk_', 'isk_live_', 'password', 'x'.repeat(10_000), 'isk_live_ü', "isk_live_' OR 1=1 --"])(
    'never accept %j',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );
});
