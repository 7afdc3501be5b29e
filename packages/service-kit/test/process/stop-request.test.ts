import { expect, test } from '@jest/globals';
import { spawnChild } from '../support/child-process.js';

test('a command that cannot stop in time is cut off with its last words', async () => {
  const command = spawnChild(`
    import { listenForStop } from './process/stop-request.js';
    listenForStop('Stopped: go on later.');
    setInterval(() => undefined, 1_000);
    console.log('running');
  `);
  await command.printed(/running/);
  command.child.kill('SIGTERM');
  expect(await command.ended()).toEqual({
    code: 143,
    output: 'running\nStopped: go on later.\n',
  });
});
