import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { type JobRunner, startJobs } from '../../platform/jobs/jobs.ts';
import { personsJoined } from '../../accounts/persons/persons-joined.ts';
import { spendingBlocked } from '../../accounts/limits/spending-blocked.ts';
import { ALL_ON, findMailRecipient, hashOfEmail } from '../../mail/preferences.ts';
import { mergePeople } from './merge-people.ts';
import { readPerson } from './read-person.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let rifaId: string;
let jobs: JobRunner;
const by = { userId: '', ipAddress: null };
beforeAll(async () => {
  bed = await createOrderTestbed();
  jobs = await startJobs(bed.url, bed.platform.log, false);
  await jobs.prepare([spendingBlocked, personsJoined]);
  rifaId = await addRifa(bed.db, 1000);
  by.userId = await addBuyer(bed.db);
});
afterAll(async () => {
  await jobs.stop();
  await bed.drop();
});

/** A buyer with a row in every table where a merge has conflicts. */
async function addPerson(name: string, totalSpent: string): Promise<string> {
  const { db } = bed;
  const id = await addBuyer(db);
  const now = bed.platform.clock.now();
  await db
    .updateTable('profiles')
    .set({ name, phone: '82999990000', totalOrders: 1, totalSpent })
    .where('id', '=', id)
    .execute();
  await addOrderRow(db, {
    userId: id,
    rifaId,
    totalAmount: totalSpent,
    status: 'paid',
    paidAt: now,
    holdExpiresAt: now,
  });
  await db
    .insertInto('personTags')
    .values([
      { userId: id, tag: 'feira' },
      { userId: id, tag: `so ${name}` },
    ])
    .execute();
  await db
    .insertInto('couponClaims')
    .values({
      couponCode: 'VOLTEI20',
      personId: id,
      useNo: 1,
      userId: id,
      clientRequestId: randomUUID(),
      createdAt: now,
    })
    .execute();
  await db.insertInto('rifaShares').values({ rifaId, userId: id, cotas: 3, most: 4 }).execute();
  await db
    .insertInto('emailPreferences')
    .values({ userId: id, marketingEmails: name !== 'Bia', updatedAt: now })
    .execute();
  await db
    .insertInto('supportTickets')
    .values({
      id: randomUUID(),
      userId: id,
      subject: 'Pix',
      message: 'Olá',
      createdAt: now,
      updatedAt: now,
      slaResponseDue: now,
    })
    .execute();
  return id;
}

/** Rows of all tables that refer to a person, except the account itself. */
async function findColumnsOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as "table", attname::text as "column"
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'profiles'::regclass and conrelid <> 'merged_people'::regclass`.execute(
    bed.db,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rows: references } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(bed.db);
    if (references.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

// @covers panel: crm: two accounts become one; 'Contas unidas.' [server/admin/people/merge-people.ts]
test('moves all records to the kept account, idempotently', async () => {
  const [ana, bia, friend] = [
    await addPerson('Ana', '30.00'),
    await addPerson('Bia', '12.50'),
    await addBuyer(bed.db),
  ];
  await bed.db
    .insertInto('referrals')
    .values([
      { referrerId: bia, referredId: friend },
      { referrerId: bia, referredId: ana },
    ])
    .execute();
  await bed.db.updateTable('profiles').set({ cpf: null }).where('id', '=', ana).execute();
  await bed.db.updateTable('profiles').set({ cpf: '12345678909' }).where('id', '=', bia).execute();
  expect((await findColumnsOf(bia)).length).toBeGreaterThan(6);

  const responses = await Promise.all(
    [1, 2].map(() => mergePeople({ ...bed.platform, jobs }, by, { id: ana, formerId: bia }, mergeReferrals)),
  );
  expect(responses).toEqual([{ ok: true }, { ok: true }]);
  expect(
    await mergePeople({ ...bed.platform, jobs }, by, { id: ana, formerId: bia }, mergeReferrals),
  ).toEqual({
    ok: true,
  });

  expect(await findColumnsOf(bia)).toEqual([]);
  const person = await readPerson(bed.db, ana, bed.platform.clock.now());
  expect(person).toMatchObject({ name: 'Ana', totalOrders: 2, totalSpentCentavos: 4250, points: 42 });
  expect(person!.maskedCpf).toBe('***.456.789-**');
  expect(person!.orders).toHaveLength(2);
  expect(person!.tags).toEqual(['feira', 'so Ana', 'so Bia']);
  const profile = await bed.db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', ana)
    .executeTakeFirstOrThrow();
  expect(profile).toMatchObject({ cpf: '12345678909', referralCount: 1 });
  expect(
    await bed.db
      .selectFrom('emailPreferences')
      .select('marketingEmails')
      .where('userId', '=', ana)
      .executeTakeFirst(),
  ).toEqual({ marketingEmails: false });
  expect(
    await bed.db.selectFrom('rifaShares').select(['cotas', 'most']).where('userId', '=', ana).execute(),
  ).toEqual([{ cotas: 6, most: 6 }]);
  const former = await bed.db
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select([
      'auth.users.email',
      'bannedUntil',
      'profiles.name',
      'profiles.deletedAt',
      'profiles.totalPoints',
    ])
    .where('auth.users.id', '=', bia)
    .executeTakeFirstOrThrow();
  expect(former).toMatchObject({ email: null, name: null, totalPoints: 0 });
  expect(former.bannedUntil!.getFullYear()).toBe(9999);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('id')
    .where('action', '=', 'merge-people')
    .execute();
  expect(log).toHaveLength(1);
});

test('rejects merges that are not allowed', async () => {
  const [ana, staff, unpaid] = [
    await addPerson('Ana', '10.00'),
    await addBuyer(bed.db),
    await addPerson('Eva', '5.00'),
  ];
  await bed.db.updateTable('profiles').set({ role: 'support' }).where('id', '=', staff).execute();
  await bed.db
    .updateTable('orders')
    .set({ status: 'pending', paidAt: null })
    .where('userId', '=', unpaid)
    .execute();
  const rejectionOf = async (id: string, formerId: string) => {
    const merged = await mergePeople({ ...bed.platform, jobs }, by, { id, formerId }, mergeReferrals);
    return merged.ok ? 'ok' : 'reason' in merged ? merged.reason : merged.code;
  };
  expect(await rejectionOf(ana, ana)).toBe('same');
  expect(await rejectionOf(ana, staff)).toBe('staff');
  expect(await rejectionOf(ana, unpaid)).toBe('pending_orders');
  expect(await rejectionOf(ana, randomUUID())).toBe('NOT_FOUND');
  const [bia, cida] = [await addPerson('Bia', '1.00'), await addPerson('Cida', '1.00')];
  expect(await rejectionOf(ana, bia)).toBe('ok');
  expect(await rejectionOf(cida, bia)).toBe('VERSION_CONFLICT');
  expect(await rejectionOf(bia, cida)).toBe('deleted');
  const [davi, eva] = [await addPerson('Davi', '1.00'), await addPerson('Eva', '1.00')];
  for (const userId of [davi, eva])
    await bed.db
      .insertInto('affiliates')
      .values({
        id: randomUUID(),
        userId,
        affiliateCode: userId.slice(-8).toUpperCase(),
        createdAt: bed.platform.clock.now(),
      })
      .execute();
  expect(await rejectionOf(davi, eva)).toBe('affiliates');
});

test('keeps a kind of mail off that either account has off, chosen or by its address', async () => {
  const { db } = bed;
  const now = bed.platform.clock.now();
  const addPersonWithMail = async (unsubscribed: 'address' | 'account' | 'never') => {
    const id = await addBuyer(db);
    const email = `${id}@exemplo.com.br`;
    if (unsubscribed === 'address')
      await db
        .insertInto('mailSuppressions')
        .values({ emailHash: hashOfEmail(email), everything: false, createdAt: now })
        .execute();
    else
      await db
        .insertInto('emailPreferences')
        .values({ userId: id, marketingEmails: unsubscribed === 'never', updatedAt: now })
        .execute();
    return id;
  };
  const merge = async (kept: string, former: string) => {
    const mergeNothingMore = () => Promise.resolve();
    const platform = { ...bed.platform, jobs };
    expect(await mergePeople(platform, by, { id: kept, formerId: former }, mergeNothingMore)).toEqual({
      ok: true,
    });
    return (await findMailRecipient(db, { userId: kept })).preferences;
  };
  const offersOff = {
    transactionalEmails: true,
    weeklyNewsletter: false,
    marketingEmails: false,
    promotionalEmails: false,
  };
  expect(await merge(await addPersonWithMail('never'), await addPersonWithMail('address'))).toEqual(
    offersOff,
  );
  expect(await merge(await addPersonWithMail('address'), await addPersonWithMail('never'))).toEqual(
    offersOff,
  );
  expect(await merge(await addBuyer(db), await addPersonWithMail('address'))).toEqual(offersOff);
  expect(await merge(await addPersonWithMail('account'), await addPersonWithMail('address'))).toEqual(
    offersOff,
  );
  expect(await merge(await addBuyer(db), await addPersonWithMail('account'))).toEqual({
    ...ALL_ON,
    marketingEmails: false,
  });
  expect(await merge(await addBuyer(db), await addBuyer(db))).toEqual(ALL_ON);
});
