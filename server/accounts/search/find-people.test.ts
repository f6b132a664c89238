import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { parseSearchText } from '@mare/domain/admin/search-text.ts';
import { addBuyer, addExpressAccount } from '../../orders/orders.testing.ts';
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

test('finds an express account by the address that it states, until the account has another', async () => {
  const { db } = database;
  const rosa = await addExpressAccount(db, 'rosinha@exemplo.com.br', new Date());
  const findRosa = async (typed: string) => {
    const { ids, isSimilar } = await findPeople(db, parseSearchText(typed));
    return isSimilar ? [] : ids;
  };
  expect(await findRosa('rosinha@exemplo.com.br')).toEqual([rosa]);
  await db.updateTable('expressAccounts').set({ email: 'rosana@exemplo.com.br' }).execute();
  expect(await findRosa('rosana@')).toEqual([rosa]);
  await db.updateTable('profiles').set({ email: 'rosa@outro.com.br' }).where('id', '=', rosa).execute();
  expect(await findRosa('rosa@outro.com.br')).toEqual([rosa]);
  await db.updateTable('profiles').set({ email: null }).where('id', '=', rosa).execute();
  await db.deleteFrom('expressAccounts').execute();
  expect(await findRosa('rosana@')).toEqual([]);
});

test('compares a mistyped e-mail without its provider', async () => {
  const { db } = database;
  expect(await findPeople(db, parseSearchText('zezinha77@exemplo.com.br'))).toMatchObject({ ids: [] });
  expect(await findPeople(db, parseSearchText('beatris@exemplo.com.br'))).toEqual({
    ids: [ana],
    isPartial: false,
    isSimilar: true,
  });
});
