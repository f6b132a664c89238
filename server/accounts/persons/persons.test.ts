import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '@mare/database/schema.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { spendingBlocked } from '../limits/spending-blocked.ts';
import { claimPerson } from './claim-person.ts';
import { personHasherOf } from './person-hash.ts';
import { confirmNewPersons } from './persons.queries.ts';
import { createPersonsTestbed, type PersonsTestbed } from './persons.testing.ts';
import { registerPersonsJob } from './register-persons.job.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';

const [FORMER, CURRENT] = ['a'.repeat(32), 'b'.repeat(32)];
const CPF = '52998224725';

let bed: PersonsTestbed;
beforeAll(async () => {
  bed = await createPersonsTestbed();
});
afterAll(() => bed.close());

const personOf = async (userId: string) =>
  bed.db.selectFrom('profiles').select('personId').where('id', '=', userId).executeTakeFirstOrThrow();

async function addBuyerWith(cpf: string): Promise<string> {
  const userId = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ cpf }).where('id', '=', userId).execute();
  return userId;
}

test('finds a person under the former key and rehashes under the new one', async () => {
  const [first, second] = [await addBuyerWith(CPF), await addBuyer(bed.db, { cpf: null })];
  await claimPerson(bed.shopWith(FORMER), first, CPF);
  const rotating = bed.shopWith(CURRENT, FORMER);
  expect(await claimPerson(rotating, second, CPF)).toMatchObject({ reason: 'other_account' });
  await registerPersonsJob.handle(rotating, {});
  const stored = await bed.db
    .selectFrom('persons')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  expect(stored.keyId).toBe(personHasherOf(rotating).keyId);
  expect(await claimPerson(bed.shopWith(CURRENT), second, CPF)).toMatchObject({ reason: 'other_account' });
});

test('joins accounts that held one CPF before the register, under the stricter limits', async () => {
  const shop = bed.shopWith(CURRENT);
  const [first, second] = [await addBuyerWith('11144477735'), await addBuyerWith('11144477735')];
  const limit = { monthlyLimit: '50.00', updatedAt: new Date() };
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: second, ...limit })
    .execute();
  await registerPersonsJob.handle(shop, {});
  await registerPersonsJob.handle(shop, {});
  const persons = await Promise.all([first, second].map(personOf));
  expect(persons[0]).toEqual(persons[1]);
  const limits = await bed.db
    .selectFrom('ownLimits')
    .select('monthlyLimit')
    .where('userId', '=', persons[0]!.personId!)
    .execute();
  expect(limits).toEqual([{ monthlyLimit: '50.00' }]);
});

test('ends the unpaid orders of both accounts if one of them was paused', async () => {
  const shop = bed.shopWith(CURRENT);
  const [first, second] = [await addBuyerWith('12345678909'), await addBuyerWith('12345678909')];
  const now = shop.clock.now();
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: second, pausedUntil: new Date(now.getTime() + 86_400_000), updatedAt: now })
    .execute();
  await registerPersonsJob.handle(shop, {});
  const { personId } = await personOf(first);
  const { rows } = await bed.pool.query('select data from pgboss.job where name = $1', [
    spendingBlocked.name,
  ]);
  expect(rows).toEqual([{ data: { personId } }]);
});

test.each([
  ['keeps a person of deleted accounts while excluded', 40, 100, 1],
  ['keeps a person of deleted accounts for 31 days', 20, null, 1],
  ['deletes a person whose accounts were deleted 31 days ago', 40, null, 0],
])('%s', async (_, deletedDaysAgo, excludedDays, kept) => {
  const shop = bed.shopWith(CURRENT);
  const userId = await addBuyer(bed.db);
  const cpf = String(20_000_000_000 + deletedDaysAgo * 1000 + (excludedDays ?? 0));
  await claimPerson(shop, userId, cpf);
  const daysFromNow = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000);
  await bed.db
    .insertInto('ownLimits')
    .values({
      userId,
      updatedAt: daysFromNow(0),
      excludedUntil: excludedDays === null ? null : daysFromNow(excludedDays),
    })
    .execute();
  await bed.db
    .updateTable('profiles')
    .set({ deletedAt: daysFromNow(-deletedDaysAgo) })
    .where('id', '=', userId)
    .execute();
  await registerPersonsJob.handle(shop, {});
  const persons = await bed.db.selectFrom('persons').select('id').where('id', '=', userId).execute();
  const limits = await bed.db.selectFrom('ownLimits').select('userId').where('userId', '=', userId).execute();
  expect([persons.length, limits.length]).toEqual([kept, kept]);
});

test('confirms an unregistered CPF in one statement', async () => {
  const shop = bed.shopWith(CURRENT);
  const userId = await addBuyer(bed.db, { cpf: null });
  const sent = recordStatements(bed.pool);
  expect(await claimPerson(shop, userId, '39053344705')).toEqual({ ok: true, personId: userId, isNew: true });
  expect(sent).toHaveLength(1);
});

test('concurrent claims share a statement, and each gets its own result', async () => {
  const shop = bed.shopWith(CURRENT, FORMER);
  const taken = '40000000001';
  await claimPerson(shop, await addBuyer(bed.db), taken);
  const userIds = await Promise.all(Array.from({ length: 12 }, () => addBuyer(bed.db)));
  const cpfs = userIds.map((_, at) => (at % 4 === 3 ? taken : String(30_000_000_000 + at)));
  const sent = recordStatements(bed.pool);
  const claims = await Promise.all(userIds.map((userId, at) => claimPerson(shop, userId, cpfs[at]!)));
  expect(sent.filter(({ text }) => text.includes('confirm_new_person'))).toHaveLength(1);
  for (const [at, userId] of userIds.entries())
    expect(claims[at]).toEqual(
      cpfs[at] === taken
        ? { ok: false, code: 'PERSON_CONFLICT', reason: 'other_account' }
        : { ok: true, personId: userId, isNew: true },
    );
  const persons = await bed.db
    .selectFrom('persons')
    .select(['id', 'cpfHash'])
    .where('id', 'in', userIds)
    .execute();
  const hashes = new Map(persons.map(({ id, cpfHash }) => [id, cpfHash]));
  const stored = userIds.map((userId) => hashes.get(userId));
  expect(stored).toEqual(
    cpfs.map((cpf) => (cpf === taken ? undefined : personHasherOf(shop).cpf(cpf)[0].hash)),
  );
});

test('gives a CPF to one of several concurrent claims', async () => {
  const shop = bed.shopWith(CURRENT);
  const userIds = await Promise.all(Array.from({ length: 8 }, () => addBuyer(bed.db)));
  const claims = await Promise.all(userIds.map((userId) => claimPerson(shop, userId, '40000000002')));
  expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
});

test('finds the persons of a new CPF by index', async () => {
  const userId = await addBuyer(bed.db, { cpf: null });
  const hashes = personHasherOf(bed.shopWith(CURRENT)).cpf('71428793860');
  const scans = await bed.db.transaction().execute(async (trx) => {
    const before = await countScans(trx);
    expect(await confirmNewPersons(trx, [{ userId, hashes, now: new Date() }])).toEqual([userId]);
    return (await countScans(trx)) - before;
  });
  expect(scans).toBe(0);
});

test('confirms a CPF with the phone that was confirmed while the claim waited', async () => {
  const shop = bed.shopWith(CURRENT);
  const userId = await addBuyer(bed.db, { cpf: null });
  const phone = '5582999990123';
  const locked = Promise.withResolvers<void>();
  const confirming = bed.db.transaction().execute(async (trx) => {
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    locked.resolve();
    await untilBlocked(bed.pool);
    await trx.insertInto('confirmedPhones').values({ userId, phone, confirmedAt: new Date() }).execute();
  });
  await locked.promise;
  expect(await claimPerson(shop, userId, '86288366757')).toMatchObject({ ok: true, isNew: true });
  await confirming;
  const { phoneHash } = await bed.db
    .selectFrom('persons')
    .select('phoneHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(phoneHash).toEqual(personHasherOf(shop).phone(phone)[0].hash);
});

test('one of two accounts that concurrently state a new CPF confirms it', async () => {
  const shop = bed.shopWith(CURRENT);
  const buyers = [await addBuyer(bed.db, { cpf: null }), await addBuyer(bed.db, { cpf: null })];
  const claims = await Promise.all(buyers.map((userId) => claimPerson(shop, userId, '15350946056')));
  expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
});

/** Number of sequential scans of persons on this connection. */
async function countScans(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ seqScan: number }>`
    select seq_scan from pg_stat_xact_user_tables where relname = 'persons'`.execute(db);
  return rows[0]!.seqScan;
}
