import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addBuyer, addExpressAccount, addRifa } from '../../orders/orders.testing.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { trackBehaviour } from '../../personalization/consent/track-behaviour.ts';
import { NECESSARY_ONLY } from '@mare/domain/personalization/consent.ts';
import { addNote } from './add-note.ts';
import { selectPeople } from './people.queries.ts';
import { personIdOf } from '../../accounts/persons/persons.queries.ts';
import { readPerson } from './read-person.ts';
import { tagPeople } from './tag-people.ts';

let database: TestDatabase;
const ids: Record<string, string> = {};
beforeAll(async () => {
  database = await createTestDatabase();
  for (const [name, email, phone, segment] of [
    ['Ana Lima', 'ana@exemplo.com.br', '82988887777', 'vip'],
    ['Bruna 100%', 'bruna_x@exemplo.com.br', null, 'new'],
    ['Carla Ana', 'carla@exemplo.com.br', null, 'new'],
  ] as const) {
    const id = await addBuyer(database.db);
    await database.db
      .updateTable('profiles')
      .set({ name, email, phone, segment })
      .where('id', '=', id)
      .execute();
    ids[name] = id;
  }
  await database.db
    .updateTable('profiles')
    .set({ totalSpent: '90.00' })
    .where('name', '=', 'Carla Ana')
    .execute();
});
afterAll(() => database.drop());

const ALL_PEOPLE = { search: '', sort: 'newest', segment: '', page: 1 } as const;
const findNames = async (input: Partial<Parameters<typeof selectPeople>[1]>) =>
  (await selectPeople(database.db, { ...ALL_PEOPLE, ...input }, true)).rows
    .map(({ name }) => String(name))
    .toSorted();

test.each([
  ['all people', {}, ['Ana Lima', 'Bruna 100%', 'Carla Ana']],
  ['by a word of a name', { search: 'ANA' }, ['Ana Lima', 'Carla Ana']],
  ['by a last name', { search: 'lima' }, ['Ana Lima']],
  ['by e-mail', { search: 'carla@' }, ['Carla Ana']],
  ['by phone in any notation', { search: '(82) 98888-7777' }, ['Ana Lima']],
  ['by literal wildcard characters', { search: 'bruna_x' }, ['Bruna 100%']],
  ['not by wildcards', { search: 'b%x' }, []],
  ['of a segment', { segment: 'new' }, ['Bruna 100%', 'Carla Ana']],
  ['with points', { sort: 'points' }, ['Carla Ana']],
] as const)('%s', async (_name, input, found) => {
  expect(await findNames(input)).toEqual(found);
});

// @covers panel: crm: search, notes, tags with undo
test('adds and removes tags once and returns the changed people', async () => {
  const platform = { db: database.db, clock: systemClock, random: systemRandom };
  const by = { userId: ids['Ana Lima']!, ipAddress: null };
  const tagged = [ids['Ana Lima']!, ids['Carla Ana']!];
  const [first, second] = await Promise.all(
    [1, 2].map(() => tagPeople(platform, by, { ids: tagged, tag: 'feira', tagged: true })),
  );
  expect([...first!, ...second!].toSorted()).toEqual(tagged.toSorted());
  expect(await findNames({ search: 'feira' })).toEqual(['Ana Lima', 'Carla Ana']);
  expect(await tagPeople(platform, by, { ids: tagged, tag: 'feira', tagged: false })).toHaveLength(2);
  expect(await findNames({ search: 'feira' })).toEqual([]);
});

test('shows who may not buy, and until when', async () => {
  const { db } = database;
  const id = ids['Ana Lima']!;
  const [excludedUntil, pausedUntil] = [new Date('2099-01-01T12:00:00Z'), new Date('2099-02-01T12:00:00Z')];
  const readBlock = async (now: Date) => (await readPerson(db, id, now))!.spendingBlock;
  expect(await readBlock(new Date())).toBeNull();
  await db
    .insertInto('ownLimits')
    .values({ userId: await personIdOf(db, id), excludedUntil, pausedUntil, updatedAt: new Date() })
    .execute();
  expect(await readBlock(new Date())).toEqual({ reason: 'excluded', until: excludedUntil.toISOString() });
  expect(await readBlock(excludedUntil)).toEqual({ reason: 'paused', until: pausedUntil.toISOString() });
  expect(await readBlock(pausedUntil)).toBeNull();
});

test('returns a person with notes, and null for an unknown id', async () => {
  const platform = { db: database.db, clock: systemClock, random: systemRandom };
  const by = { userId: ids['Bruna 100%']!, ipAddress: null };
  await addNote(platform, by, { id: ids['Ana Lima']!, note: 'Prefere WhatsApp' });
  expect(await readPerson(database.db, ids['Ana Lima']!, systemClock.now())).toMatchObject({
    name: 'Ana Lima',
    newsletter: 'never',
    notes: [{ note: 'Prefere WhatsApp', addedBy: 'Bruna 100%' }],
  });
  const unknownId = '5e000000-0000-4000-8000-00000000dead';
  expect(await readPerson(database.db, unknownId, systemClock.now())).toBeNull();
  expect(await addNote(platform, by, { id: unknownId, note: 'x' })).toBeNull();
});

test('shows viewed rifas only with consent', async () => {
  const { db } = database;
  const userId = await addBuyer(db);
  const [first, second] = [await addRifa(db, 100), await addRifa(db, 100)];
  const readSeenRifas = async () => (await readPerson(db, userId, new Date()))!.seenRifas;
  await allow(db, userId);
  const track = (type: 'rifa_view' | 'add_to_cart', rifaId: string) =>
    trackBehaviour({ db, clock: systemClock }, userId, [{ type, rifaId }]);
  await track('rifa_view', first);
  await track('add_to_cart', first);
  await track('rifa_view', second);
  expect(await readSeenRifas()).toMatchObject([
    { rifaId: second, carted: false },
    { rifaId: first, carted: true },
  ]);
  await allow(db, userId, NECESSARY_ONLY);
  expect(await readSeenRifas()).toEqual([]);
});

test('shows the address that an express account states, and says when no one matches exactly', async () => {
  const stated = 'zezinha@exemplo.com.br';
  const id = await addExpressAccount(database.db, stated, new Date());
  const found = await selectPeople(database.db, { ...ALL_PEOPLE, search: stated }, true);
  expect(found).toMatchObject({ rows: [{ id, email: null, statedEmail: stated }], isSimilar: false });
  expect(await readPerson(database.db, id, new Date())).toMatchObject({ statedEmail: stated });
  expect(await selectPeople(database.db, { ...ALL_PEOPLE, search: 'zezinia@' }, true)).toMatchObject({
    rows: [{ id }],
    isSimilar: true,
  });
  await database.db.updateTable('profiles').set({ phone: '82988887777' }).where('id', '=', id).execute();
  const { rows } = await selectPeople(database.db, { ...ALL_PEOPLE, search: stated }, false);
  expect(rows).toMatchObject([{ id, email: null, statedEmail: null, phone: null }]);
});
