import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-database.testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function newUser(): Promise<string> {
  const id = randomUUID();
  await database.pool.query('insert into auth.users (id) values ($1)', [id]);
  await database.pool.query('insert into profiles (id) values ($1)', [id]);
  return id;
}

async function newCart(items: number, expires = '1 day'): Promise<string> {
  const session = `anon_${randomUUID().replaceAll('-', '')}`;
  await database.pool.query(
    'insert into anonymous_cart_sessions (session_id, expires_at) values ($1, now() + $2::interval)',
    [session, expires],
  );
  const rifa = randomUUID();
  await database.pool.query(
    `insert into rifas (id, title, description, image, price, total_numbers, draw_date)
     values ($1, 'Rifa', '', '', 1, 100, now() + interval '9 days')`,
    [rifa],
  );
  await database.pool.query(
    `insert into anonymous_cart_items (id, session_id, rifa_id, quantity, selected_numbers, rifa_data)
     select gen_random_uuid(), $1, $2, 1, array[n], '{}' from generate_series(1, $3) n`,
    [session, rifa, items],
  );
  return session;
}

async function migrateCart(session: string, user: string) {
  const { rows } = await database.pool.query<{ migrated_items: number; message: string }>(
    'select * from migrate_anonymous_cart_to_user($1, $2)',
    [session, user],
  );
  return rows[0]!;
}

test('migrates a cart once, also when called twice concurrently', async () => {
  const [session, user] = [await newCart(3), await newUser()];
  const results = await Promise.all([migrateCart(session, user), migrateCart(session, user)]);
  expect(results).toContainEqual({ migrated_items: 3, message: 'Carrinho migrado com sucesso' });
  expect(results).toContainEqual({ migrated_items: 0, message: 'Carrinho já migrado' });
});

test('does not migrate another user’s, expired or unknown carts', async () => {
  const notFound = { migrated_items: 0, message: 'Carrinho não encontrado ou expirado' };
  const [session, owner, stranger] = [await newCart(1), await newUser(), await newUser()];
  await migrateCart(session, owner);
  expect(await migrateCart(session, stranger)).toEqual(notFound);
  expect(await migrateCart(await newCart(1, '-1 day'), owner)).toEqual(notFound);
  expect(await migrateCart('anon_nobody', owner)).toEqual(notFound);
});

test('migrates an empty cart without items', async () => {
  expect(await migrateCart(await newCart(0), await newUser())).toEqual({
    migrated_items: 0,
    message: 'Nenhum item para migrar',
  });
});
