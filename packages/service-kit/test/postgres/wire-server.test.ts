import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/postgres/embedded-postgres.js';

let home: TestDatabase;
let postgres: EmbeddedPostgres;
let clients: pg.Client[] = [];

beforeAll(async () => {
  home = await EMBEDDED_POSTGRES.create();
  postgres = await startEmbeddedPostgres(join(home.dir, 'postgres'));
  const client = await connect();
  await client.query('CREATE TABLE notes (text text NOT NULL)');
  await disconnect();
}, 60_000);
afterEach(disconnect);
afterAll(async () => {
  await postgres.close();
  await home.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

async function disconnect(): Promise<void> {
  for (const client of clients) await client.end();
  clients = [];
}

async function texts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>('SELECT text FROM notes ORDER BY text');
  return rows.map(({ text }) => text);
}

test('a statement that fails leaves its connection usable', async () => {
  const client = await connect();
  await expect(client.query('INSERT INTO notes VALUES ($1)', [null])).rejects.toMatchObject({
    code: '23502',
  });
  await expect(client.query('SELECT * FROM missing')).rejects.toMatchObject({ code: '42P01' });
  expect((await client.query('SELECT $1::int AS n', [7])).rows).toEqual([{ n: 7 }]);
});

test('connections that ask at once each get their own answers', async () => {
  const asking = [await connect(), await connect(), await connect()];
  const answers = await Promise.all(
    asking.map(async (client, n) => {
      const seen: number[] = [];
      for (let at = 0; at < 20; at += 1) {
        const { rows } = await client.query<{ n: number }>('SELECT $1::int AS n', [100 * n + at]);
        seen.push(rows[0]?.n ?? -1);
      }
      return seen;
    }),
  );
  expect(answers).toEqual(asking.map((_, n) => Array.from({ length: 20 }, (_value, at) => 100 * n + at)));
});

test('values and answers of several megabytes pass whole', async () => {
  const client = await connect();
  const text = 'ä'.repeat(2_000_000);
  const { rows } = await client.query<{ text: string }>('SELECT $1::text AS text', [text]);
  expect(rows[0]?.text === text).toBe(true);
});

test('a transaction keeps its turn until it ends', async () => {
  const [writer, reader] = [await connect(), await connect()];
  await writer.query('BEGIN');
  await writer.query('INSERT INTO notes VALUES ($1)', ['kept']);
  const read = texts(reader);
  await writer.query('INSERT INTO notes VALUES ($1)', ['kept too']);
  await writer.query('COMMIT');
  expect(await read).toEqual(['kept', 'kept too']);
  await writer.query('DELETE FROM notes');
});

test('a transaction that its connection leaves is undone, and the others go on', async () => {
  const [leaving, staying] = [await connect(), await connect()];
  await leaving.query('BEGIN');
  await leaving.query('INSERT INTO notes VALUES ($1)', ['left']);
  const read = texts(staying);
  await leaving.end();
  expect(await read).toEqual([]);
});
