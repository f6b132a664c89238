import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool, lookupsOf } from './connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-database.testing.ts';
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

const TIMES = 20;

async function findPreparedStatements(connections: pg.Pool) {
  const { rows } = await connections.query<{ statement: string; generic: number }>(
    'select statement, generic_plans::integer as generic from pg_prepared_statements order by 1',
  );
  return rows;
}

test('plans named statements of the pool and frequent look-ups once', async () => {
  const namedStatement = { name: 'thing', text: 'select label from things where id = any($1::integer[])' };
  for (let count = 0; count < TIMES; count++) await pool.query({ ...namedStatement, values: [[count]] });
  const lookups = connectKysely(lookupsOf(pool));
  const selectTitle = () =>
    lookups.selectFrom('rifas').select('title').where('id', '=', '00000000-0000-4000-8000-000000000000');
  await selectTitle().execute();
  expect(await findPreparedStatements(lookupsOf(pool))).toHaveLength(1);
  for (let count = 1; count < TIMES; count++) await selectTitle().execute();
  const [ofRifas, ofThings] = await findPreparedStatements(lookupsOf(pool));
  expect(ofThings).toEqual({ statement: namedStatement.text, generic: TIMES });
  expect(ofRifas!.statement).toContain('from "rifas"');
  expect(ofRifas!.generic).toBeGreaterThan(TIMES / 2);
});

test('prepares frequent statements of the pool itself', async () => {
  const client = await pool.connect();
  for (let count = 0; count < TIMES; count++)
    await client.query('select label from things where id = $1', [count]);
  for (let count = 0; count < TIMES; count++)
    await client.query('select * from things where id = $1', [count]);
  const { rows } = await client.query<{ statement: string; generic: number }>(
    'select statement, generic_plans::integer as generic from pg_prepared_statements',
  );
  client.release();
  expect(rows).toEqual([
    { statement: 'select label from things where id = $1', generic: expect.any(Number) },
  ]);
  expect(rows[0]!.generic).toBeGreaterThan(0);
});

test('finds the partial index of a conflict target with a parameter', async () => {
  await database.pool.query("create unique index things_label on things (label) where label <> 'red'");
  const client = await pool.connect();
  const insert = 'insert into things values ($1, $2) on conflict (label) where "label" <> $3 do nothing';
  for (let count = 0; count < TIMES; count++) await client.query(insert, [100 + count, 'green', 'red']);
  client.release();
  const { rows } = await pool.query('select count(*)::integer as count from things where id >= 100');
  expect(rows).toEqual([{ count: 1 }]);
});

test('sends other statements to the main pool', async () => {
  const { rows } = await pool.query<{ mode: string }>("select current_setting('plan_cache_mode') as mode");
  expect(rows).toEqual([{ mode: 'auto' }]);
});

test('still runs a prepared statement after a migration adds a column to its result', async () => {
  const selectThing = () => lookupsOf(pool).query('select * from things where id = $1', [1]);
  for (let count = 0; count < TIMES; count++) await selectThing();
  await database.pool.query("insert into things values (1, 'a')");
  expect((await selectThing()).rows).toEqual([{ id: 1, label: 'a' }]);
  await database.pool.query('alter table things add column colour text');
  expect((await selectThing()).rows).toEqual([{ id: 1, label: 'a', colour: null }]);
});
