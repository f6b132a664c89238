import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { systemClock } from '../../platform/clock.ts';
import { addBuyer, addRifa } from '../orders.testing.ts';
import { checkParticipation } from './check-participation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const YEAR_MS = 365.25 * 86_400_000;
const yearsAgo = (years: number) => new Date(Date.now() - years * YEAR_MS);

// @covers community 7: can_user_participate_in_rifa(user_uuid, rifa_uuid)
//   [database/migrations/0040_participation.sql]
test.each([
  ['lives in the region', { city: 'Maceió', state: 'AL' }, 'active', null],
  [
    'lives in the region and is of age',
    { city: 'Satuba', state: 'AL', birthDate: yearsAgo(40) },
    'active',
    null,
  ],
  ['has not stated a city', {}, 'active', 'city_unknown'],
  ['has not stated the state', { city: 'Pilar' }, 'active', 'city_unknown'],
  ['lives in a city of the same name', { city: 'Pilar', state: 'PB' }, 'active', 'other_city'],
  ['lives elsewhere', { city: 'Recife', state: 'PE' }, 'active', 'other_city'],
  ['is under age', { city: 'Maceió', state: 'AL', birthDate: yearsAgo(17) }, 'active', 'under_age'],
  ['is under age, without a city', { birthDate: yearsAgo(17) }, 'active', 'under_age'],
  [
    'is under age and lives elsewhere',
    { city: 'Recife', state: 'PE', birthDate: yearsAgo(17) },
    'active',
    'under_age',
  ],
  ['comes before sales open', { city: 'Maceió', state: 'AL' }, 'scheduled', 'not_on_sale'],
  ['comes after the draw', { city: 'Recife', state: 'PE' }, 'completed', 'not_on_sale'],
] as const)('eligibility of a person who %s', async (_name, profile, status, reason) => {
  const { db } = database;
  const userId = await addBuyer(db, profile);
  const rifaId = await addRifa(db, 100, { status });
  expect(await checkParticipation({ db, clock: systemClock }, userId, rifaId)).toMatchObject({
    allowed: reason === null,
    reason,
  });
});

// At any time, one of them has another date than Maceió.
test.each(['Etc/GMT-14', 'Etc/GMT+12'])(
  'a person comes of age on the day of Maceió, whatever the day is in %s',
  async (zone) => {
    const { db } = database;
    const userId = await addBuyer(db, { city: 'Maceió', state: 'AL' });
    const rifaId = await addRifa(db, 100);
    const today = dateInMaceio(new Date());
    const reasonOfBornDaysLater = (days: number) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('TimeZone', ${zone}, true)`.execute(trx);
        await sql`update profiles set birth_date = (${today}::date + ${days}::integer - interval '18 years')::date
          where id = ${userId}`.execute(trx);
        const participation = await checkParticipation({ db: trx, clock: systemClock }, userId, rifaId);
        return participation!.reason;
      });
    expect(await reasonOfBornDaysLater(0)).toBeNull();
    expect(await reasonOfBornDaysLater(1)).toBe('under_age');
  },
);

test('returns null for an unknown rifa or person', async () => {
  const { db } = database;
  const unknownId = '5e000000-0000-4000-8000-00000000dead';
  expect(await checkParticipation({ db, clock: systemClock }, unknownId, await addRifa(db, 100))).toBeNull();
  expect(await checkParticipation({ db, clock: systemClock }, await addBuyer(db), unknownId)).toBeNull();
});

test('rejects an excluded person by the CPF of the profile or of the order', async () => {
  const { db } = database;
  const [byProfile, byOrder, unknown] = await Promise.all([
    addBuyer(db, { city: 'Maceió', state: 'AL', cpf: null }),
    addBuyer(db, { city: 'Maceió', state: 'AL', cpf: null }),
    addBuyer(db, { city: 'Maceió', state: 'AL', cpf: null }),
  ]);
  const rifaId = await addRifa(db, 100);
  const check = async (userId: string, cpf?: string) =>
    (await checkParticipation({ db, clock: systemClock }, userId, rifaId, { stated: { cpf } }))!.reason;
  await db.updateTable('profiles').set({ cpf: '52998224725' }).where('id', '=', byProfile).execute();
  expect(await check(unknown)).toBeNull();
  await db
    .insertInto('excludedPeople')
    .values({ cpf: '52998224725', note: 'Gerente', addedBy: unknown, addedAt: new Date() })
    .execute();
  expect(await check(byProfile)).toBe('excluded');
  expect(await check(byProfile, '11144477735')).toBe('excluded');
  expect(await check(byOrder, '52998224725')).toBe('excluded');
  expect(await check(byOrder, '11144477735')).toBeNull();
  // A non-empty list makes the CPF mandatory.
  expect(await check(unknown)).toBe('cpf_unknown');
  await db.deleteFrom('excludedPeople').execute();
  expect([await check(byProfile), await check(unknown)]).toEqual([null, null]);
});
