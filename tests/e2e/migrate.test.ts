import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runProduct } from '@imagesearch/testkit/processes/product-program';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';

// Embedded stores migrate by themselves, and no other process can open them.
describeWith(ENGINES.postgres, 'an installation on a Postgres server', (engine) => {
  let home: TestDatabase;
  let env: Record<string, string>;

  beforeEach(async () => {
    home = await engine.create();
    env = {
      DATABASE_URL: home.url ?? '',
      DATA_DIR: home.dir,
      KEY_SECRET: randomUUID(),
      DOWNLOAD_SECRET: randomUUID(),
      LOG_LEVEL: 'warn',
      DRAIN_DELAY_MS: '0',
    };
  });
  afterEach(() => home.drop());

  it('starts no service before the schemas are migrated, which a command does once however often it runs', async () => {
    for (const name of ['gateway', 'rights'] as const) {
      const service = await ServiceProcess.create(name, env);
      expect([name, await service.spawn().end()]).toEqual([name, 1]);
      expect(service.output).toContain(`The schema ${name} of the database lacks 0001_schema`);
      expect(service.output).toContain('npm run migrate');
    }
    expect(await Promise.all([migrate(), migrate()])).toEqual([UP_TO_DATE, UP_TO_DATE]);
    expect(await migrate()).toEqual(UP_TO_DATE);
    for (const name of ['gateway', 'rights'] as const) {
      const service = await ServiceProcess.create(name, env);
      await service.start();
      expect(await service.stop()).toBe(0);
    }
  }, 120_000);

  it('is migrated one service at a time where the services have databases of their own', async () => {
    expect(await migrate('rights')).toEqual({ code: 0, output: 'The schema rights is up to date.\n' });
    const gateway = await ServiceProcess.create('gateway', env);
    expect(await gateway.spawn().end()).toBe(1);
  }, 60_000);

  it('says what a wrong address or a wrong name is', async () => {
    expect(await migrate('ingest')).toMatchObject({
      code: 2,
      output: expect.stringContaining('gateway, rights'),
    });
    env['DATABASE_URL'] = '';
    expect(await migrate()).toMatchObject({ code: 2, output: expect.stringContaining('DATABASE_URL') });
  }, 60_000);

  const migrate = (...services: string[]) =>
    runProduct('migrate', 'packages/local-stack/dist/migrate.js', services, env);
});

const UP_TO_DATE = {
  code: 0,
  output: 'The schema gateway is up to date.\nThe schema rights is up to date.\n',
};
