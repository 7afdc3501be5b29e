import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import { isSource } from './asset-id.js';

const SOURCE_CHARS_MAX = 64;
const DIGEST_CHARS = 8;

/** A source identifier for a folder or a file: its name in Latin letters (`写真` → `xiezhen`), or a digest of it. */
export function sourceOfName(name: string, fallback: 'folder' | 'manifest'): string {
  const source = anyAscii(name.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, SOURCE_CHARS_MAX);
  if (isSource(source)) return source;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_CHARS);
  return `${fallback}-${digest}`;
}
