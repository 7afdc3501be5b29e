'use strict';
const { join } = require('node:path');
const { clearInterval, setInterval } = require('node:timers');
const { runChild } = require('./run-child.cjs');

/** A person who sees nothing for longer takes the program for dead. */
const SILENCE_MS_MAX = 4_000;
const SECOND_MS = 1_000;

/**
 * Runs a program that prepares the workspace, with its output on stderr. Says what is being done whenever the program
 * itself says nothing for a while. Resolves with the exit code.
 */
exports.prepare = async function prepare(what, program, args) {
  const startedAt = Date.now();
  let heardAt = startedAt;
  const voice = setInterval(() => {
    if (Date.now() - heardAt < SILENCE_MS_MAX - SECOND_MS) return;
    heardAt = Date.now();
    console.error(`${what}, ${Math.round((heardAt - startedAt) / SECOND_MS)} s …`);
  }, SECOND_MS);
  try {
    return await runChild(program, args, {
      cwd: join(__dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      onOutput: (text) => {
        heardAt = Date.now();
        process.stderr.write(text);
      },
      shell: process.platform === 'win32',
      env: { ...process.env, CI: 'true' },
      // npx starts programs of its own, which end with it only as a group.
      detached: process.platform !== 'win32',
    });
  } finally {
    clearInterval(voice);
  }
};
