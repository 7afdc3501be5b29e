import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/check-migrations.mjs');
const dir = mkdtempSync(join(tmpdir(), 'migration-rule-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function check(sql: string): { status: number | null; stderr: string } {
  const file = join(dir, '0002_next.sql');
  writeFileSync(file, `-- Up Migration\n\n${sql}\n`);
  return spawnSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' });
}

describe('a migration', () => {
  test.each([
    ['drop table rights.assets;', 'drops something'],
    ['DROP FUNCTION IF EXISTS gateway.reserve(text);', 'drops something'],
    ['alter table rights.assets drop column title;', 'drops a column'],
    ['alter table rights.assets drop title;', 'drops a column'],
    ['ALTER TABLE rights.assets\n  RENAME COLUMN title TO name;', 'renames something'],
    ['alter table rights.assets rename to images;', 'renames something'],
    ['alter table rights.assets alter column title type varchar(10);', 'changes the type'],
    ['alter table rights.assets alter title set data type bytea;', 'changes the type'],
    ['alter table rights.assets alter column title set not null;', 'forbids null'],
    ['alter table rights.assets alter column title drop default;', 'drops a default'],
    ['alter table rights.assets add column b text, add column c text not null;', 'needs a value: COLUMN c'],
    ['alter table rights.assets add c text not null;', 'needs a value: c'],
    ['select 1; truncate rights.assets;', 'empties a table'],
  ])('that takes away what the previous release uses is refused: %s', (sql, why) => {
    const { status, stderr } = check(sql);
    expect(stderr.toLowerCase()).toContain(why.toLowerCase());
    expect(status).toBe(1);
  });

  test.each([
    'create table rights.more (id integer not null);',
    `alter table rights.assets add column kind text not null default 'photo';`,
    'alter table rights.assets add column kind text, add constraint kinds check (kind is not null);',
    'alter table rights.assets drop constraint kinds;',
    'alter table rights.assets alter column title drop not null;',
    'alter table rights.assets alter column title set default 5;',
    'create index concurrently if not exists titles on rights.assets (title);',
    `-- drop table rights.assets;\ncomment on table rights.assets is 'drop table; rename';`,
    'create function rights.f() returns void language sql as $body$ delete from rights.t; drop table rights.t; $body$;',
  ])('that only adds is accepted: %s', (sql) => {
    expect(check(sql)).toMatchObject({ status: 0, stderr: '' });
  });

  test('may take away what no release uses any more, when it names the release', () => {
    const drop = 'alter table rights.assets drop column title;';
    expect(check(`-- contract: nothing reads it since 1.4.0\n${drop}`)).toMatchObject({ status: 0 });
    expect(check(`-- contract: soon\n${drop}`)).toMatchObject({ status: 1 });
  });
});
