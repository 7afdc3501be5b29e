import { join } from 'node:path';
import { runProgram } from '@imagesearch/testkit/processes/program';

const CLIENT = join(import.meta.dirname, '../../../clients/python');

/** Runs Python in the folder of the Python client. */
export function runPython(python: string, args: string[]) {
  return runProgram(python, args, { cwd: CLIENT, env: { PYTHONPATH: join(CLIENT, 'src') } });
}
