'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { clearInterval, setInterval, setTimeout } = require('node:timers');

/** A program that has not ended this long after a signal is killed. */
const GRACE_MS = 1_500;
const PARENT_INTERVAL_MS = 100;

/** A person who sees nothing for longer takes the program for dead. */
const SILENCE_MS_MAX = 4_000;
const SECOND_MS = 1_000;

let running;
let stoppedBy;

/**
 * Runs a program and resolves with its exit code, 128 + n for signal n. The program also ends when this process
 * receives SIGINT, SIGTERM or SIGHUP, and when the shell in which npm started it is gone. With `detached` the
 * program and all that it started end as a group. `onOutput` gets what a program with pipes prints. One program runs at
 * a time.
 */
function runChild(program, args, { onOutput, ...options }) {
  if (stoppedBy !== undefined) return Promise.resolve(codeOf(stoppedBy));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    for (const stream of [child.stdout, child.stderr]) if (onOutput) stream.on('data', onOutput);
    running = { child, isGroup: options.detached === true };
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      // Its own children may have ignored the signal.
      if (stoppedBy !== undefined && running.isGroup) end('SIGKILL');
      running = undefined;
      const result = code ?? codeOf(stoppedBy ?? signal);
      // Its last words may still be on their way.
      if (onOutput && stoppedBy === undefined) child.on('close', () => resolve(result));
      else resolve(result);
    });
  });
}

/**
 * Runs a program that prepares the workspace, with its output on stderr. Says what is being done whenever the program
 * itself says nothing for a while. Resolves with the exit code.
 */
async function prepare(what, program, args, cwd) {
  const startedAt = Date.now();
  let heardAt = startedAt;
  const voice = setInterval(() => {
    if (Date.now() - heardAt < SILENCE_MS_MAX - SECOND_MS) return;
    heardAt = Date.now();
    console.error(`${what}, ${Math.round((heardAt - startedAt) / SECOND_MS)} s …`);
  }, SECOND_MS);
  try {
    return await runChild(program, args, {
      cwd,
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
}

module.exports = { prepare, runChild };

function codeOf(signal) {
  return 128 + constants.signals[signal];
}

function stop(signal) {
  if (stoppedBy === undefined) setTimeout(() => end('SIGKILL'), GRACE_MS).unref();
  stoppedBy ??= signal;
  end(signal);
}

function end(signal) {
  if (running === undefined) return;
  const { child, isGroup } = running;
  try {
    if (isGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended in the meantime.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// npm passes signals on to a shell, and a shell that dies of one leaves this process behind.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop('SIGTERM'), PARENT_INTERVAL_MS).unref();
}
