import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';

export interface Row {
  id: string;
  /** By default called as its id. */
  file?: string;
  [field: string]: unknown;
}

/** Puts files beside the data of a stack, which they go with. @returns their folder. */
export async function putFiles(
  stack: TestStack,
  name: string,
  files: Readonly<Record<string, Buffer | string>>,
): Promise<string> {
  const folder = join(stack.dataDir, 'collections', name);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  return folder;
}

/** What a test says of the images beside their rows. */
interface Given {
  /** By the names of their files; any other file is a drawing. */
  images?: Readonly<Record<string, Buffer>>;
  env?: Record<string, string>;
}

/** Ingests images from a manifest that describes them, as an operator does. */
export async function ingestManifest(
  stack: TestStack,
  source: string,
  rows: readonly Row[],
  { images = {}, env = {} }: Given = {},
): Promise<void> {
  const files: Record<string, Buffer | string> = {
    'rows.jsonl': rows.map((row) => JSON.stringify({ file: row.id, ...row })).join('\n'),
  };
  for (const { id, file = id } of rows) files[file] = images[file] ?? (await drawing());
  const manifest = join(await putFiles(stack, source, files), 'rows.jsonl');
  expect(await stack.runIngest(['manifest', manifest, '--source', source], env)).toMatchObject({
    exitCode: 0,
  });
}

let drawings = 0;

/** One that is no near-duplicate of another. */
function drawing(): Promise<Buffer> {
  drawings += 1;
  const bars = Array.from({ length: 8 }, (_, bar) =>
    (0xb5 * (drawings + 3) * (bar + 7)) % 3 === 0
      ? `<rect x="${bar * 12}" y="${(drawings * 9) % 56}" width="11" height="40"/>`
      : '',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="96" height="64" fill="hsl(${drawings * 47},80%,60%)"/>${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
