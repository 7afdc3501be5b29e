import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import sharp, { type Color } from 'sharp';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

export interface Row {
  id: string;
  file: string;
  [field: string]: unknown;
}

/** Puts files beside the data of a stack, which they go with. @returns their folder. */
export async function putFiles(
  stack: TestStack,
  name: string,
  files: Readonly<Record<string, Buffer | string>>,
): Promise<string> {
  const folder = join(stack.dataDir, 'collections', name);
  await mkdir(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  return folder;
}

/** Ingests images from a manifest that describes them, as an operator does. */
export async function ingestManifest(
  stack: TestStack,
  source: string,
  rows: readonly Row[],
  images: Readonly<Record<string, Buffer>> = {},
  env: Record<string, string> = {},
): Promise<void> {
  const manifest = rows.map((row) => JSON.stringify(row)).join('\n');
  const folder = await putFiles(stack, source, { ...images, 'rows.jsonl': manifest });
  const run = await stack.runIngest(['manifest', join(folder, 'rows.jsonl'), '--source', source], env);
  expect(run).toMatchObject({ exitCode: 0 });
}

/** An image of one colour. */
export function square(background: Color): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
