import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool, lookupsOf } from './connect.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import type pg from 'pg';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table things (id integer primary key, label text)');
  pool = connectPool({ url: database.url, max: 2, lookups: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async () => {
  const { rows } = await lookupsOf(pool).query<{ statement: string; generic: number }>(
    'select statement, generic_plans::integer as generic from pg_prepared_statements order by 1',
  );
  return rows;
};

test('plans named statements of the pool and statements of look-ups once', async () => {
  const named = { name: 'thing', text: 'select label from things where id = any($1::integer[])' };
  for (let count = 0; count < 8; count++) await pool.query({ ...named, values: [[count]] });
  const lookups = connectKysely(lookupsOf(pool));
  const label = () =>
    lookups.selectFrom('rifas').select('title').where('id', '=', '00000000-0000-4000-8000-000000000000');
  for (let count = 0; count < 8; count++) await label().execute();
  expect(await prepared()).toEqual([
    { statement: expect.stringContaining('from "rifas"'), generic: 8 },
    { statement: named.text, generic: 8 },
  ]);
});

test('leaves other statements to the other connections', async () => {
  const { rows } = await pool.query<{ mode: string }>("select current_setting('plan_cache_mode') as mode");
  expect(rows).toEqual([{ mode: 'auto' }]);
});

test('survives a migration that adds a column to what a statement returns', async () => {
  const all = () => lookupsOf(pool).query('select * from things where id = $1', [1]);
  await database.pool.query("insert into things values (1, 'a')");
  expect((await all()).rows).toEqual([{ id: 1, label: 'a' }]);
  await database.pool.query('alter table things add column colour text');
  expect((await all()).rows).toEqual([{ id: 1, label: 'a', colour: null }]);
});
