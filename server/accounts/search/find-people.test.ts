import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { parseSearchText } from '@mare/domain/admin/search-text.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { findPeople } from './find-people.ts';

let database: TestDatabase;
let ana: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ana = await addBuyer(db);
  await addBuyer(db);
  await db
    .updateTable('profiles')
    .set({ name: 'Ana Beatriz Souza', email: 'bia@exemplo.com.br' })
    .where('id', '=', ana)
    .execute();
});
afterAll(() => database.drop());

test.each(['beatriz souza', 'souza ana', 'BIA@'])('finds a person by %s through the index', async (typed) => {
  const text = parseSearchText(typed);
  expect(await findPeople(database.db, text)).toEqual({ ids: [ana], isPartial: false, isSimilar: false });
  expect(await planOf(database.pool, (db) => findPeople(db, text))).toContain('person_search_words');
});

test('requires every word', async () => {
  expect(await findPeople(database.db, parseSearchText('ana pereira'))).toMatchObject({ ids: [] });
});
