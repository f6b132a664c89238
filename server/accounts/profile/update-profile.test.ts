import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { accountsRoutes } from '../accounts.routes.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
import { saveBuyerDetails } from './save-buyer-details.ts';

let testbed: PaymentsTestbed;
beforeAll(async () => {
  testbed = await createPaymentsTestbed();
  await testbed.platform.jobs.prepare([sendChangeNoticeJob]);
});
afterAll(() => testbed.close());

async function newPerson() {
  const userId = await addBuyer(testbed.db);
  return createRouterClient(accountsRoutes, { context: testContext(testbed.platform, { userId }) });
}

const completeProfile = {
  name: ' Ana Souza ',
  phone: '(82) 99999-0001',
  cpf: '529.982.247-25',
  city: 'Maceió',
  state: 'AL',
  birthDate: '1990-02-28',
} as const;
const minimalProfile = { name: 'Ana', phone: null, cpf: null, city: null, state: null, birthDate: null };

test('stores values without punctuation, and the name in the session', async () => {
  const person = await newPerson();
  const profile = await person.updateProfile(completeProfile);
  expect(profile).toMatchObject({
    name: 'Ana Souza',
    phone: '82999990001',
    cpf: '52998224725',
    city: 'Maceió',
    state: 'AL',
    birthDate: '1990-02-28',
  });
  expect(await person.me()).toEqual(profile);
  const user = await testbed.db
    .selectFrom('auth.users')
    .select('userMetadata')
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(user.userMetadata).toEqual({ name: 'Ana Souza' });
  expect(await person.updateProfile(minimalProfile)).toMatchObject(minimalProfile);
});

test('keeps the fields that a change does not name', async () => {
  const person = await newPerson();
  const { id } = await person.me();
  const email = 'ana@exemplo.com.br';
  await testbed.db.updateTable('profiles').set({ email, cpf: null }).where('id', '=', id).execute();
  const { name, ...stated } = completeProfile;
  await saveBuyerDetails(testbed.platform, id, { ...stated, email });
  const stored = await person.me();
  expect(stored).toMatchObject({ phone: '82999990001', cpf: '52998224725', city: 'Maceió' });
  expect(await person.updateProfile({ name })).toEqual({ ...stored, name: 'Ana Souza' });
  expect(await person.updateProfile({ birthDate: null })).toEqual({
    ...stored,
    name: 'Ana Souza',
    birthDate: null,
  });
  const user = await testbed.db
    .selectFrom('auth.users')
    .select('userMetadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(user.userMetadata).toEqual({ name: 'Ana Souza' });
  expect(await person.updateProfile({})).toMatchObject({ name: 'Ana Souza', phone: '82999990001' });
});

test.each([{ city: 'Pilar' }, { state: 'PE' }, { city: null }] as const)(
  'rejects %j without the other half of the place',
  async (change) => {
    const person = await newPerson();
    await person.updateProfile({ ...completeProfile, cpf: null });
    await expect(person.updateProfile(change)).rejects.toMatchObject({ data: { field: 'city' } });
    expect(await person.me()).toMatchObject({ city: 'Maceió', state: 'AL' });
  },
);

test.each([
  [{ phone: '123' }, 'phone'],
  [{ cpf: '111.111.111-11' }, 'cpf'],
  [{ city: null }, 'city'],
  [{ state: null }, 'city'],
  [{ birthDate: '1850-01-01' }, 'birthDate'],
  [{ birthDate: '2020-01-01' }, 'age'],
])('rejects %j', async (change, field) => {
  const person = await newPerson();
  await expect(person.updateProfile({ ...completeProfile, ...change })).rejects.toMatchObject({
    code: 'INVALID_PROFILE',
    data: { field },
  });
  expect((await person.me()).name).toBeNull();
});
