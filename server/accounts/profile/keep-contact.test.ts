import { createTestDatabase, type TestDatabase } from '@mare/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { keepContact } from './keep-contact.ts';

const EMAIL = 'ana@exemplo.com.br';
const stated = { email: EMAIL, phone: '(82) 99999-0001', cpf: '529.982.247-25' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function newPerson(profile: { phone?: string; cpf?: string } = {}): Promise<string> {
  const id = await addBuyer(database.db);
  await database.db
    .updateTable('profiles')
    .set({ email: EMAIL, ...profile })
    .where('id', '=', id)
    .execute();
  return id;
}

function contactOf(userId: string) {
  return database.db
    .selectFrom('profiles')
    .select(['phone', 'cpf'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

test('what a buyer states for the first time is kept without its punctuation', async () => {
  const person = await newPerson();
  await keepContact(database, person, { ...stated, email: 'Ana@Exemplo.com.br' });
  expect(await contactOf(person)).toEqual({ phone: '82999990001', cpf: '52998224725' });
});

test('what the profile knows stays as it is, and the rest is added', async () => {
  const person = await newPerson({ phone: '82988887777' });
  await keepContact(database, person, stated);
  expect(await contactOf(person)).toEqual({ phone: '82988887777', cpf: '52998224725' });
  await keepContact(database, person, { email: EMAIL, cpf: '111.444.777-35' });
  expect(await contactOf(person)).toMatchObject({ cpf: '52998224725' });
});

test.each([
  ['nothing is stated', { email: EMAIL }],
  ['the e-mail is another', { ...stated, email: 'bia@exemplo.com.br' }],
])('nothing is kept when %s', async (_when, contact) => {
  const person = await newPerson();
  await keepContact(database, person, contact);
  expect(await contactOf(person)).toEqual({ phone: null, cpf: null });
});
