/** The hourly check stores sums of old entries, and detects later changes of those entries. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { isBalanced, readLedger, readLedgerBySegments } from '../../ledger/read-ledger.ts';
import { readHorizon } from '../../ledger/segments/close-segments.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed, until } from '../payments.testing.ts';
import { checkLedger } from './check-ledger.job.ts';
import { registerPaymentMetrics } from './payment-metrics.ts';

/** Few ids, so that a test closes several. */
const POLICY = { size: 10, most: 3, passRuns: 1 };
const HOUR_S = 3_600;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await asOwner(
    'truncate ledger_entries restart identity; truncate ledger_segments; delete from ledger_check; delete from notifications',
  );
});

let keys = 0;
/** A transaction with two entries, between accounts without payments. */
const transfer = (amountCentavos: number, from = 'sales:a', to = 'demo_receivable') => ({
  key: `test:${keys++}`,
  entries: [
    { account: to, amountCentavos },
    { account: from, amountCentavos: -amountCentavos },
  ],
});
const post = (count: number) =>
  postToLedger(
    bed.db,
    Array.from({ length: count }, () => transfer(100)),
    bed.clock.now(),
  );

/** Runs statements with the triggers disabled. */
async function asOwner(statements: string): Promise<void> {
  const client = await bed.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
  } finally {
    client.release();
  }
}

/**
 * Waits for the transactions that run in other databases of the server: their ids count in every snapshot, and a range
 * closes only after all transactions older than the previous check have ended.
 */
async function untilOthersEnd(): Promise<void> {
  const running = async () => {
    const { rows } = await sql<{ xid: string }>`
      select backend_xid::text as xid from pg_stat_activity
      where backend_xid is not null and datname <> current_database()`.execute(bed.db);
    return rows.map(({ xid }) => xid);
  };
  const before = new Set(await running());
  await until(async () => !(await running()).some((xid) => before.has(xid)));
}

async function check(policy = POLICY): Promise<boolean> {
  bed.clock.advance(HOUR_S);
  await untilOthersEnd();
  return checkLedger(bed.platform, policy).then(
    () => true,
    (error: unknown) => {
      if (!String(error).includes('the ledger does not balance')) throw error;
      return false;
    },
  );
}

const segments = () =>
  bed.db
    .selectFrom('ledgerSegments')
    .select(['firstId', 'lastId', 'entries', 'verifiedAt', 'differsSince'])
    .orderBy('firstId')
    .execute();
const firstIds = async () => (await segments()).map(({ firstId }) => firstId);

async function metric(kind: string): Promise<number> {
  const registry = new Registry();
  registerPaymentMetrics(registry, bed.platform, bed.payments);
  const found = new RegExp(`mare_ledger_imbalance_centavos\\{kind="${kind}"\\} (\\S+)`).exec(
    await registry.metrics(),
  );
  return Number(found?.[1]);
}

// @covers beyond: the hourly check of the ledger reads old entries once, and finds changed ones in a slow pass
//   [server/ledger/segments/close-segments.ts, server/ledger/segments/verify-segments.ts]
test('closes full ranges that an earlier check saw, and matches the sum of all entries', async () => {
  await post(17);
  expect(await check()).toBe(true);
  expect(await firstIds()).toEqual([]);
  await post(10);
  expect(await check()).toBe(true);
  // 34 ids were seen before; the last segment is open.
  expect(await firstIds()).toEqual([1, 11, 21]);
  const report = await readLedgerBySegments(bed.db);
  expect(report).toEqual(await readLedger(bed.db));
  expect(report.accounts).toMatchObject({ demo_receivable: 2700, sales: -2700 });
});

test('does not read closed entries again to sum', async () => {
  await post(20);
  await check();
  await check();
  await asOwner(`update ledger_entries set amount = amount * 2 where id <= 10`);
  expect((await readLedgerBySegments(bed.db)).accounts).toMatchObject({ demo_receivable: 2000 });
  expect((await readLedger(bed.db)).accounts).toMatchObject({ demo_receivable: 2500 });
});

test('never closes a range with a transaction in progress', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { promise: posted, resolve: hasPosted } = Promise.withResolvers<void>();
  const slow = bed.db.transaction().execute(async (trx) => {
    await postToLedger(trx, [transfer(700)], bed.clock.now());
    hasPosted();
    await released;
  });
  await posted;
  await post(20);
  await check();
  await check();
  expect(await firstIds()).toEqual([]);
  release();
  await slow;
  await check();
  await check();
  expect((await segments())[0]).toMatchObject({ firstId: 1, entries: 10, differsSince: null });
  expect(await check()).toBe(true);
  expect(await readLedgerBySegments(bed.db)).toEqual(await readLedger(bed.db));
});

test('waits before it closes a range, because a transaction may have drawn an id only', async () => {
  await post(20);
  await check();
  bed.clock.advance(60);
  await checkLedger(bed.platform, POLICY);
  expect(await firstIds()).toEqual([]);
  await check();
  expect(await firstIds()).toEqual([1, 11, 21]);
});

test.each([
  ['a changed amount', 'update ledger_entries set amount = amount + 1 where id = 5'],
  [
    'two changed amounts that still sum to zero',
    'update ledger_entries set amount = amount * 2 where id in (5, 6)',
  ],
  ['a changed account', `update ledger_entries set account = 'sales:b' where id = 6`],
  ['a changed day', `update ledger_entries set created_at = created_at - interval '1 day' where id = 5`],
  ['a deleted transaction', 'delete from ledger_entries where id in (5, 6)'],
  [
    'an inserted transaction',
    `delete from ledger_entries where id in (1, 2);
     insert into ledger_entries (id, txn_key, account, amount) overriding system value
     values (1, 'slipped', 'sales:a', 1), (2, 'slipped', 'fees', -1)`,
  ],
])('finds %s among closed entries within one pass, until it is repaired', async (_, statements) => {
  const admin = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', admin).execute();
  await post(50);
  while (await check()) if ((await firstIds()).length === 10) break;
  await asOwner(`create table if not exists kept as select * from ledger_entries limit 0;
    truncate kept; insert into kept select * from ledger_entries where id <= 10; ${statements}`);
  // Ten ranges, three per check.
  let checks = 0;
  do checks += 1;
  while ((await check()) && checks < 9);
  expect(checks).toBeLessThanOrEqual(4);
  expect(await metric('changed_ranges')).toBe(1);
  expect((await findLedgerCheck(bed.db))!.report.changed).toEqual([{ firstId: 1, lastId: 10 }]);
  const notices = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', admin)
    .execute();
  expect(notices[0]!.message).toContain(
    'lançamentos antigos alterados depois de gravados, entre os de número 1 e 10',
  );
  // The segment stays reported until the check after the repair.
  expect(await check()).toBe(false);
  await asOwner(`delete from ledger_entries where id <= 10;
    insert into ledger_entries overriding system value select * from kept`);
  expect(await check()).toBe(true);
  expect(await metric('changed_ranges')).toBe(0);
  expect(isBalanced(await readLedgerBySegments(bed.db))).toBe(true);
});

test('detects changed stored sums', async () => {
  await post(20);
  await check();
  await check();
  await bed.db
    .updateTable('ledgerSegments')
    .set({ sums: JSON.stringify({ demo_receivable: 1, sales: -1 }) })
    .where('firstId', '=', 1)
    .execute();
  while (await check());
  expect((await findLedgerCheck(bed.db))!.report.changed).toEqual([{ firstId: 1, lastId: 10 }]);
});

test('verifies a bounded number of ranges per check, the least recently verified first', async () => {
  await post(50);
  while ((await firstIds()).length < 10) await check();
  const verified = new Map(
    (await segments()).map(({ firstId, verifiedAt }) => [firstId, verifiedAt.getTime()]),
  );
  for (let checks = 0; checks < 4; checks++) {
    await check();
    const now = (await segments()).filter(
      ({ firstId, verifiedAt }) => verifiedAt.getTime() !== verified.get(firstId),
    );
    expect(now).toHaveLength(Math.min(10, POLICY.most));
    for (const { firstId, verifiedAt } of now) verified.set(firstId, verifiedAt.getTime());
  }
  // Twelve verifications cover all ten ranges.
  const oldest = bed.clock.now().getTime() - 4 * HOUR_S * 1000;
  for (const { verifiedAt } of await segments()) expect(verifiedAt.getTime()).toBeGreaterThanOrEqual(oldest);
});

test('keeps reporting an unbalanced transaction until it is balanced', async () => {
  await post(5);
  await asOwner(`insert into ledger_entries (txn_key, account, amount) values ('damaged', 'sales:a', 1.00)`);
  await post(20);
  for (let checks = 0; checks < 4; checks++) expect(await check()).toBe(false);
  // The ranges before the transaction are closed, its own range is not.
  expect(await firstIds()).toEqual([1]);
  expect(await metric('unbalanced_transactions')).toBe(1);
  await bed.db
    .insertInto('ledgerEntries')
    .values({ txnKey: 'damaged', account: 'demo_receivable', amount: '-1.00' })
    .execute();
  expect(await check()).toBe(true);
  expect(await metric('unbalanced_transactions')).toBe(0);
  expect(await firstIds()).toEqual([1, 11, 21, 31]);
});

test('continues in a restored database, whose transaction ids restart', async () => {
  await post(20);
  await check();
  await bed.db.updateTable('ledgerCheck').set({ seenXid: '9000000000' }).execute();
  await check();
  expect(await firstIds()).toEqual([]);
  await check();
  expect(await firstIds()).toEqual([1, 11, 21]);
});

test('matches the sum of all entries after any history with concurrent checks', async () => {
  const accounts = ['sales:a', 'sales:b', 'demo_receivable', 'prizes:a', 'bank'];
  const posting = fc.record({
    from: fc.constantFrom(...accounts),
    to: fc.constantFrom(...accounts),
    amount: fc.integer({ min: 1, max: 5000 }),
    isRolledBack: fc.boolean(),
  });
  const property = fc.asyncProperty(
    fc.array(fc.array(posting, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 }),
    async (rounds) => {
      for (const round of rounds) {
        bed.clock.advance(HOUR_S);
        const posts = round
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, amount, isRolledBack }) =>
            bed.db
              .transaction()
              .execute(async (trx) => {
                await postToLedger(trx, [transfer(amount, from, to)], bed.clock.now());
                if (isRolledBack) throw new Error('rolled back');
              })
              .catch(() => null),
          );
        await Promise.all([...posts, checkLedger(bed.platform, POLICY), checkLedger(bed.platform, POLICY)]);
        expect(await readLedgerBySegments(bed.db)).toEqual(await readLedger(bed.db));
      }
    },
  );
  await fc.assert(property, { numRuns: 15 });
  expect((await segments()).length).toBeGreaterThan(3);
  const { rows } = await sql<{ gaps: number }>`
    select count(*)::integer as gaps from ledger_segments as segment
    where first_id > 1 and not exists (select from ledger_segments as before where before.last_id = segment.first_id - 1)`.execute(
    bed.db,
  );
  expect(rows[0]!.gaps).toBe(0);
});

test('verifies an empty ledger', async () => {
  expect((await readHorizon(bed.db)).seenId).toBe(0);
  expect(await check()).toBe(true);
  expect((await readLedgerBySegments(bed.db)).accounts).toEqual({});
});
