import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

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
  /** By the names of their files; any other file is a drawing that no other is like. */
  images?: Readonly<Record<string, Buffer>>;
  env?: Record<string, string>;
  /** Further ones of the command. */
  options?: readonly string[];
}

/** Ingests images from a manifest that describes them, as an operator does. */
export async function ingestManifest(
  stack: TestStack,
  source: string,
  rows: readonly Row[],
  { images = {}, env = {}, options = [] }: Given = {},
): Promise<void> {
  const files: Record<string, Buffer | string> = {
    'rows.jsonl': rows.map((row) => JSON.stringify({ file: row.id, ...row })).join('\n'),
  };
  for (const { id, file = id } of rows) files[file] = images[file] ?? (await drawPng(drawings++));
  const manifest = join(await putFiles(stack, source, files), 'rows.jsonl');
  expect(await stack.runIngest(['manifest', manifest, '--source', source, ...options], env)).toMatchObject({
    exitCode: 0,
  });
}

let drawings = 0;
