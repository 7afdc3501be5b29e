import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../repository.js';
import { runProgram, type Ended } from './program.js';

/** How a process of the product is started. */
export interface ProductProgram {
  /** Of Node. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** What scripts/pack-images.mjs says of an image. */
interface PackedImage {
  files: string;
  workdir: string;
  env: Record<string, string>;
  entrypoint: string[];
  command: string[];
}

/**
 * A program of this image: its own, or another script that the image holds. It starts from what the build made here, or,
 * where TEST_IMAGES_DIR names packed images, as in a container: from the files and with the variables of its image alone.
 * @param script The path from the root of the checkout, or of the image.
 */
export function productProgram(image: string, script: string): ProductProgram {
  const images = process.env['TEST_IMAGES_DIR'];
  return images === undefined || images === ''
    ? { args: [script], cwd: ROOT, env: {} }
    : packedProgram(join(images, image), script);
}

/** Runs such a program to its end. @param user As whom it runs. */
export function runProduct(
  image: string,
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  user: { uid?: number } = {},
): Promise<Ended> {
  const program = productProgram(image, script);
  return runProgram(process.execPath, [...program.args, ...args], {
    cwd: program.cwd,
    env: { ...program.env, ...env },
    ...user,
  });
}

function packedProgram(folder: string, script: string): ProductProgram {
  const packed = join(folder, 'image.json');
  if (!existsSync(packed)) throw new Error(`${folder} is no packed image.`);
  const { files, workdir, env, entrypoint, command } = JSON.parse(
    readFileSync(packed, 'utf8'),
  ) as PackedImage;
  const [node, ...own] = entrypoint.length > 0 ? entrypoint : command;
  if (node !== 'node') throw new Error(`The image ${folder} starts ${node ?? 'nothing'}, not Node.`);
  return {
    args: own.includes(script) ? own : [script],
    cwd: join(folder, files, workdir),
    // An image has no program but Node.
    env: { ...env, PATH: dirname(process.execPath) },
  };
}
