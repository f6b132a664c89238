import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { type Caches, createCaches } from '../../platform/caching/caches.ts';
import { saveBuyerDetails } from './save-buyer-details.ts';

const EMAIL = 'ana@exemplo.com.br';
const stated = { email: EMAIL, phone: '(82) 99999-0001', cpf: '529.982.247-25' };

let database: TestDatabase;
let platform: { pool: TestDatabase['pool']; caches: Caches };
beforeAll(async () => {
  database = await createTestDatabase();
  platform = { pool: database.pool, caches: createCaches() };
});
afterAll(() => database.drop());

async function newBuyer(profile: { phone?: string; cpf?: string; city?: string } = {}): Promise<string> {
  const id = await addBuyer(database.db, { cpf: null });
  await database.db
    .updateTable('profiles')
    .set({ email: EMAIL, ...profile })
    .where('id', '=', id)
    .execute();
  return id;
}

function readContact(userId: string) {
  return database.db
    .selectFrom('profiles')
    .select(['phone', 'cpf'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

// @covers storefront 5: checkout input survives a reload and a new sign-in; phone and CPF are saved to an account
//   without them; the first order needs a CPF ([decision 010](decisions/010-one-person.md))
test('saves phone and CPF as digits', async () => {
  const buyer = await newBuyer();
  await saveBuyerDetails(platform, buyer, { ...stated, email: 'Ana@Exemplo.com.br' });
  expect(await readContact(buyer)).toEqual({ phone: '82999990001', cpf: '52998224725' });
});

test('keeps known values and adds missing ones', async () => {
  const buyer = await newBuyer({ phone: '82988887777' });
  await saveBuyerDetails(platform, buyer, stated);
  expect(await readContact(buyer)).toEqual({ phone: '82988887777', cpf: '52998224725' });
  await saveBuyerDetails(platform, buyer, { email: EMAIL, cpf: '111.444.777-35' });
  expect(await readContact(buyer)).toMatchObject({ cpf: '52998224725' });
});

test('saves city and state together, also if only the city was known', async () => {
  const buyer = await newBuyer({ city: 'Pilar' });
  const readResidence = () =>
    database.db
      .selectFrom('profiles')
      .select(['city', 'state'])
      .where('id', '=', buyer)
      .executeTakeFirstOrThrow();
  await saveBuyerDetails(platform, buyer, { email: EMAIL, city: ' Maceió ', state: 'AL' });
  expect(await readResidence()).toEqual({ city: 'Maceió', state: 'AL' });
  await saveBuyerDetails(platform, buyer, { email: EMAIL, city: 'Recife', state: 'PE' });
  expect(await readResidence()).toEqual({ city: 'Maceió', state: 'AL' });
});

test.each([
  ['nothing is stated', { email: EMAIL }],
  ['the e-mail is not the account’s', { ...stated, email: 'bia@exemplo.com.br' }],
])('saves no contact when %s', async (_when, contact) => {
  const buyer = await newBuyer();
  await saveBuyerDetails(platform, buyer, contact);
  expect(await readContact(buyer)).toEqual({ phone: null, cpf: null });
});

test('concurrent orders of a buyer add up', async () => {
  const buyer = await newBuyer();
  await Promise.all([
    saveBuyerDetails(platform, buyer, { email: EMAIL, phone: stated.phone }),
    saveBuyerDetails(platform, buyer, { email: EMAIL, cpf: stated.cpf }),
  ]);
  expect(await readContact(buyer)).toEqual({ phone: '82999990001', cpf: '52998224725' });
});
