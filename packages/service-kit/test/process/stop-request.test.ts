import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createChildPrograms, type ChildPrograms } from '../support/child-process.js';

let programs: ChildPrograms;
beforeAll(async () => (programs = await createChildPrograms()));
afterAll(() => programs.remove());

test('a command that cannot stop in time is cut off with its last words', async () => {
  const command = programs.spawn(`
    import { listenForStop } from './process/stop-request.js';
    listenForStop('Stopped: go on later.');
    setInterval(() => undefined, 1_000);
    console.log('running');
  `);
  await command.nextLine();
  command.process.kill('SIGTERM');
  expect(await command.ended()).toEqual({ code: 143, stderr: 'Stopped: go on later.\n' });
});
