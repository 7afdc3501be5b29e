import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '@imagesearch/testkit/repository';
import { type Command, run } from './support/command.js';
import { createWorkspace } from './support/workspace.js';

const WITH_WORKSPACE = 'node scripts/with-workspace.cjs';

const holder = createServer();
const { port } = await openOnLoopback(holder);
afterAll(() => void holder.close());

/** A checkout whose packages are not installed yet. */
async function newCheckout() {
  const checkout = await createWorkspace(
    {
      start: `${WITH_WORKSPACE} --listens node -e 0`,
      demo: `${WITH_WORKSPACE} --product node -e 0`,
      tests: `${WITH_WORKSPACE} node -e 0`,
    },
    { installed: false },
  );
  await checkout.setNpx('echo "npx $*"');
  const ran = async (script: 'demo' | 'tests'): Promise<string> => {
    const { code, output } = await checkout.npm(['run', script]).ended();
    expect({ code, output }).toMatchObject({ code: 0 });
    return output;
  };
  return { ...checkout, ran };
}

describe('npm start', () => {
  it('says that its port is in use before it installs or builds anything; on a free one it goes on', async () => {
    const { npm } = await newCheckout();
    const refused = await npm(['start'], { env: { PORT: String(port) } }).ended();
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(
      `Port ${port} of 127.0.0.1 is in use. Choose another one: PORT=${port + 1} npm start`,
    );
    expect(refused.output).not.toMatch(/npx|Installing|^ +at /m);
    const { code, output } = await npm(['start'], { env: { PORT: String(await freePort()) } }).ended();
    expect({ code, installs: output.includes('npx') }).toEqual({ code: 0, installs: true });
  });
});

describe('npm run doctor', () => {
  const doctor = (env: Record<string, string>, uid?: number) =>
    run([join(ROOT, 'scripts/doctor.mjs')], { env, ...(uid !== undefined && { uid }) });

  it('names a port that cannot be used, and what else there is', async () => {
    for (const [PORT, words] of [
      [String(port), `127.0.0.1:${port} is in use; set PORT`],
      ['none', 'PORT is none, and not a whole number up to 65535'],
    ] as const) {
      const { code, output } = await doctor({ PORT });
      expect(code).toBe(1);
      expect(output).toContain(`problem port        ${words}\n`);
      expect(output).toMatch(/ok +node +v[\s\S]*ok +disk [\s\S]*ok +model /);
    }
  });

  it('reads DATA_DIR, and does not make it', async () => {
    const DATA_DIR = join((await newCheckout()).dir, 'none/yet');
    const { code, output } = await doctor({ PORT: String(await freePort()), DATA_DIR });
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^ok +disk .* free for ${DATA_DIR} \\(DATA_DIR\\)`, 'm'));
    expect(existsSync(dirname(DATA_DIR))).toBe(false);
  });

  it.each([
    ['-n 256', 'problem files       256 files and connections may be open at once; 1024 are needed'],
    [
      '-d 1048576',
      'problem memory      the limit of this shell (ulimit -d) is 1.0 GiB; 2.0 GiB are needed: with less',
    ],
  ])('says what a limit of %s means', (limit, words) => {
    const bounded = [
      '-c',
      `ulimit ${limit}; exec "$0" "$1"`,
      process.execPath,
      join(ROOT, 'scripts/doctor.mjs'),
    ];
    const { status, stdout } = spawnSync('/bin/sh', bounded, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain(words);
  });

  it('says that the clock is behind the files of DATA_DIR', async () => {
    const { dir: DATA_DIR } = await newCheckout();
    const PORT = String(await freePort());
    const file = join(DATA_DIR, 'demo.json');
    await writeFile(file, '{}');
    expect(await doctor({ PORT, DATA_DIR })).toMatchObject({ code: 0 });
    await utimes(file, new Date('2131-01-01'), new Date('2131-01-01'));
    const { code, output } = await doctor({ PORT, DATA_DIR });
    expect(code).toBe(1);
    expect(output).toMatch(/^problem clock +it is .*, but files here are of 2131-01-01T00:00:00\.000Z/m);
  });

  itWith(ENGINES.plainUser, 'says that this user may not write to DATA_DIR', async ({ uid }) => {
    // One that is not there, and one that this user may not even read.
    const closed = join((await newCheckout()).dir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    for (const DATA_DIR of ['/usr/none', closed]) {
      const { code, output } = await doctor({ PORT: String(await freePort()), DATA_DIR }, uid);
      expect(code).toBe(1);
      expect(output).toContain(`problem disk        this user may not write to ${DATA_DIR} (DATA_DIR)\n`);
    }
  });
});

describe('an installation', () => {
  it('that is silent says every few seconds that it goes on', async () => {
    const { setNpx, ran } = await newCheckout();
    await setNpx('sleep 7');
    expect((await ran('demo')).match(/Installing, \d+ s …/g)?.length).toBeGreaterThanOrEqual(2);
  }, 30_000);

  it('brings what runs for a command of the product, and everything for any other', async () => {
    const { ran } = await newCheckout();
    expect(await ran('demo')).toMatch(/npx .* install --frozen-lockfile .*--prod /);
    expect(await ran('demo')).not.toContain('npx');
    const whole = await ran('tests');
    expect(whole).toMatch(/npx .* install --frozen-lockfile/);
    expect(whole).not.toContain('--prod');
    expect(await ran('demo')).not.toContain('npx');
  }, 30_000);

  it('keeps the tools of developers where pnpm itself installed everything', async () => {
    const { dir, ran } = await newCheckout();
    const wanted = join(dir, 'pnpm-lock.yaml');
    const record = join(dir, 'node_modules/.pnpm/lock.yaml');
    await mkdir(dirname(record), { recursive: true });
    await cp(wanted, record);
    const included = { dependencies: true, devDependencies: true };
    await writeFile(join(dir, 'node_modules/.modules.yaml'), JSON.stringify({ included }));
    // As Git checks it out on Windows.
    await writeFile(wanted, (await readFile(record, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await ran('demo')).not.toContain('npx');
    await appendFile(wanted, 'packages: {}\n');
    const later = await ran('demo');
    expect(later).toMatch(/npx .* install --frozen-lockfile/);
    expect(later).not.toContain('--prod ');
  }, 30_000);
});

describe('what npm started ends with it, its children too', () => {
  let command: Command;
  afterEach(() => command.killAll());

  /** Prints, and then does not end by itself for two minutes; its own child neither. */
  const ENDLESS = `sh -c 'trap "" INT; sleep 120 & echo working; wait; sleep 120'`;
  /** A program that ignores every polite signal. */
  const DEAF = `node -e 'for (const s of ["SIGINT","SIGTERM","SIGHUP"]) process.on(s, () => {}); console.log("working"); setTimeout(() => {}, 120000)'`;

  async function endsOn(how: 'SIGINT' | 'SIGTERM' | 'Ctrl-C', program = 'node -e 0', installed = false) {
    const { npm, setNpx } = await createWorkspace({ endless: `${WITH_WORKSPACE} ${program}` }, { installed });
    await setNpx(ENDLESS);
    command = npm(['run', 'endless'], { onTerminal: how === 'Ctrl-C' });
    await command.printed(/^working/m);
    await command.stop(how);
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('%s to npm ends an installation', (signal) => endsOn(signal));
  it.each(['SIGINT', 'SIGTERM'] as const)('%s to npm ends a program that ignores it', (signal) =>
    endsOn(signal, DEAF, true),
  );
  itWith(ENGINES.terminal, 'Ctrl-C on a terminal ends an installation', () => endsOn('Ctrl-C'));
});
