import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { connectKysely } from './connect.ts';
import type { DB } from '../schema.ts';
import { createTestDatabase } from '../testing/create-database.testing.ts';

/** Reference: the plugin of Kysely, which copies each query. */
const kyselyWithPlugin = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
});

function compileQueries(db: Kysely<DB>) {
  return [
    db
      .selectFrom('orders as paidOrder')
      .innerJoin('orderItems', 'orderItems.orderId', 'paidOrder.id')
      .select(['paidOrder.totalAmount as paidTotal', 'orderItems.selectedNumbers'])
      .select((eb) => eb.fn.count('orderItems.rifaId').as('rifaCount'))
      .where('paidOrder.closingAt', 'is', null)
      .groupBy('paidOrder.id')
      .orderBy('paidOrder.createdAt', 'desc'),
    db
      .insertInto('auth.users')
      .values({ id: 'a', email: 'b' })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet((eb) => ({ email: eb.ref('excluded.email') })),
      )
      .returning('emailConfirmedAt'),
    db.updateTable('orders').set({ closingAt: null }).where('externalReference', '=', 'aB_c'),
    db
      .with('paidOnes', (qb) => qb.selectFrom('orders').select('id'))
      .selectFrom('paidOnes')
      .selectAll('paidOnes'),
    db.selectFrom('orders').select(sql<string>`coalesce(${sql.ref('orders.paidAt')}, now())`.as('lastAt')),
    db.deleteFrom('webhookInbox').where('nextAttemptAt', '<', new Date(0)),
  ].map((query) => query.compile().sql);
}

test('compiles the same statements as the Kysely plugin', async () => {
  const database = await createTestDatabase();
  expect(compileQueries(connectKysely(database.pool))).toEqual(compileQueries(kyselyWithPlugin));
  await database.drop();
});

test('renames row columns but not JSON keys', async () => {
  const database = await createTestDatabase();
  const { rows } =
    await sql`select 1 as one_number, '{"a_key": [{"b_key": 2}]}'::jsonb as kept_json, '{3,4}'::integer[] as some_numbers`.execute(
      database.db,
    );
  expect(rows).toEqual([{ oneNumber: 1, keptJson: { a_key: [{ b_key: 2 }] }, someNumbers: [3, 4] }]);
  await database.drop();
});
