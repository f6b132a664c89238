/** The hourly check sums old payments once, and detects later changes of them. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { readLedger, readLedgerBySegments } from '../../ledger/read-ledger.ts';
import {
  sumPaymentDays,
  sumPayments,
  updatePaymentDays,
  verifyPaymentDays,
} from '../../ledger/segments/payment-days.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';
import { checkLedger } from './check-ledger.job.ts';

/** Verifies three days per check. */
const POLICY = { size: 10, most: 3, passRuns: 1 };
const HOUR_S = 3_600;
const DAY_MS = 86_400_000;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await asOwner('delete from provider_payments; delete from payment_days; delete from payment_changes');
});

let payments = 0;
const payment = (daysAgo: number, amount = '2.00') => ({
  provider: 'sandbox',
  paymentId: `day-${payments++}`,
  state: 'approved',
  rawStatus: 'approved',
  amount,
  currency: 'BRL',
  providerUpdatedAt: bed.clock.now(),
  disposition: 'settles',
  createdAt: new Date(bed.clock.now().getTime() - daysAgo * DAY_MS),
});

/** Two payments on each of the last days. */
async function addDays(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, ago) => [payment(ago), payment(ago, '3.00')]).flat();
  await bed.db.insertInto('providerPayments').values(rows).execute();
}

/** Changes payments without the triggers. */
async function asOwner(statements: string): Promise<void> {
  const client = await bed.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
  } finally {
    client.release();
  }
}

/** The payments of these tests are in no ledger. @returns days found to differ */
async function check(): Promise<string[]> {
  bed.clock.advance(HOUR_S);
  await checkLedger(bed.platform, POLICY).catch((error: unknown) => {
    if (!String(error).includes('the ledger does not balance')) throw error;
  });
  return (await findLedgerCheck(bed.db))!.report.changedDays;
}

/** Runs as many checks as verify all days once. */
async function checkAll(days: number): Promise<string[]> {
  let found: string[] = [];
  for (let checks = 0; checks <= days / POLICY.most + 1 && found.length === 0; checks++)
    found = await check();
  return found;
}

test('matches the sum of all payments without reading old ones again', async () => {
  await addDays(9);
  await check();
  await bed.db.insertInto('providerPayments').values(payment(4, '7.00')).execute();
  expect(await sumPaymentDays(bed.db)).toEqual({ held: 5200, owed: 0 });
  expect(await readLedgerBySegments(bed.db)).toEqual(await readLedger(bed.db));
  await asOwner('update provider_payments set amount = amount * 2');
  expect(await sumPaymentDays(bed.db)).toEqual({ held: 5200, owed: 0 });
  expect(await sumPayments(bed.db)).toEqual({ held: 10_400, owed: 0 });
});

test('sums balances at providers and money that belongs to buyers', async () => {
  const rows = [
    payment(1),
    { ...payment(1, '3.00'), disposition: 'late', refunded: '1.00' },
    { ...payment(1, '5.00'), disposition: 'duplicate', provider: 'cash' },
    { ...payment(1, '7.00'), disposition: 'mismatch', state: 'disputed' },
    { ...payment(1, '11.00'), disposition: 'orphan' },
    { ...payment(1, '13.00'), state: 'refunded' },
  ];
  for (const row of rows) await bed.db.insertInto('providerPayments').values(row).execute();
  const sums = { held: 200 + 200 + 700, owed: 200 + 500 + 700 };
  expect(await sumPayments(bed.db)).toEqual(sums);
  await check();
  expect(await sumPaymentDays(bed.db)).toEqual(sums);
});

test('records the changes of a role that may only write payments', async () => {
  await check();
  const client = await bed.pool.connect();
  try {
    await client.query(`begin; create role former_version; grant insert on provider_payments to former_version;
      set local role former_version;
      insert into provider_payments (provider, payment_id, state, raw_status, amount, currency, provider_updated_at, disposition)
      values ('sandbox', 'by-role', 'approved', 'approved', 4, 'BRL', now(), 'settles'); reset role`);
    const { rows } = await client.query('select held from payment_changes');
    expect(rows).toEqual([{ held: 400 }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

// @covers beyond: the hourly check of the ledger reads old payments once, and finds changed ones in a slow pass
//   [server/ledger/segments/payment-days.ts]
test.each([
  ['a changed amount', `update provider_payments set amount = 2.01 where payment_id = $id`],
  ['two swapped amounts', `update provider_payments set amount = 5 - amount where created_at = $at`],
  ['a changed refund', `update provider_payments set refunded = 1 where payment_id = $id`],
  ['another state', `update provider_payments set state = 'refunded' where payment_id = $id`],
  ['another disposition', `update provider_payments set disposition = 'late' where payment_id = $id`],
  ['a deleted payment', `delete from provider_payments where payment_id = $id`],
  [
    'a payment on a day before all others',
    `insert into provider_payments (provider, payment_id, state, raw_status, amount, currency, provider_updated_at, created_at)
     values ('sandbox', 'slipped', 'approved', 'approved', 1, 'BRL', now(), timestamptz $at - interval '20 days')`,
  ],
])('finds %s within one pass, until it is repaired', async (_, statement) => {
  await addDays(9);
  expect(await checkAll(9)).toEqual([]);
  const { paymentId, createdAt } = await bed.db
    .selectFrom('providerPayments')
    .select(['paymentId', 'createdAt'])
    .orderBy('createdAt')
    .executeTakeFirstOrThrow();
  await asOwner(`create table if not exists kept_payments as select * from provider_payments limit 0;
    delete from kept_payments; insert into kept_payments select * from provider_payments;
    ${statement.replaceAll('$id', `'${paymentId}'`).replaceAll('$at', `'${createdAt.toISOString()}'`)}`);
  const found = await checkAll(30);
  expect(found).toHaveLength(1);
  // The day stays reported until the check after the repair.
  expect(await check()).toEqual(found);
  await asOwner('delete from provider_payments; insert into provider_payments select * from kept_payments');
  expect(await check()).toEqual([]);
});

test('counts a payment changed by an ordinary statement at the next check', async () => {
  await addDays(9);
  await check();
  const before = (await readLedgerBySegments(bed.db)).differenceCentavos;
  await sql`update provider_payments set amount = amount + 1 where payment_id = (
    select payment_id from provider_payments order by created_at limit 1)`.execute(bed.db);
  await check();
  expect((await findLedgerCheck(bed.db))!.report.differenceCentavos - before).toBe(100);
  await sql`delete from provider_payments where payment_id = (
    select payment_id from provider_payments order by created_at limit 1)`.execute(bed.db);
  expect(await sumPaymentDays(bed.db)).toEqual(await sumPayments(bed.db));
});

test.each([
  ['the first sum', 0],
  ['a later one', 9],
])('misses no payment that is being written at %s', async (_, days) => {
  await addDays(9);
  if (days > 0) await check();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
  const slow = bed.db.transaction().execute(async (trx) => {
    await trx.insertInto('providerPayments').values(payment(3, '11.00')).execute();
    hasWritten();
    await released;
  });
  await written;
  await updatePaymentDays(bed.db, bed.clock.now());
  expect(await sumPaymentDays(bed.db)).toEqual({ held: 4500, owed: 0 });
  release();
  await slow;
  expect(await sumPaymentDays(bed.db)).toEqual({ held: 5600, owed: 0 });
  expect(await checkAll(9)).toEqual([]);
  expect(await sumPaymentDays(bed.db)).toEqual({ held: 5600, owed: 0 });
});

test('matches the sum of all payments after any history with concurrent checks', async () => {
  const change = fc.record({
    of: fc.nat(5),
    daysAgo: fc.nat(3),
    amount: fc.integer({ min: 1, max: 500 }),
    state: fc.constantFrom('pending', 'approved', 'disputed', 'refunded'),
    disposition: fc.constantFrom('open', 'late', 'duplicate', 'void', 'orphan'),
    provider: fc.constantFrom('sandbox', 'cash'),
    isRolledBack: fc.boolean(),
  });
  const property = fc.asyncProperty(
    fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 }),
    async (rounds) => {
      for (const round of rounds) {
        const writes = round.map(({ of, daysAgo, amount, isRolledBack, ...rest }) =>
          bed.db
            .transaction()
            .execute(async (trx) => {
              const values = { ...payment(daysAgo, String(amount)), ...rest, paymentId: `any-${of}` };
              await trx
                .insertInto('providerPayments')
                .values([values, payment(daysAgo)])
                .onConflict((conflict) =>
                  conflict.columns(['provider', 'paymentId']).doUpdateSet({ amount: values.amount, ...rest }),
                )
                .execute();
              if (isRolledBack) throw new Error('rolled back');
            })
            .catch(() => null),
        );
        const now = bed.clock.now();
        await Promise.all([...writes, updatePaymentDays(bed.db, now), updatePaymentDays(bed.db, now)]);
        expect(await sumPaymentDays(bed.db)).toEqual(await sumPayments(bed.db));
      }
      await verifyPaymentDays(bed.db, bed.clock.now(), { ...POLICY, most: 9 });
      expect((await readLedgerBySegments(bed.db)).changedDays).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 10 });
});
