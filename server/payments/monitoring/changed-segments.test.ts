/** The hourly check of the ledger detects entries that changed after their sums were stored. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { isBalanced, readLedgerBySegments } from '../../ledger/read-ledger.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createSegmentsTestbed, HOUR_S, POLICY, type SegmentsTestbed } from './ledger-segments.testing.ts';

let bed: SegmentsTestbed;
beforeAll(async () => {
  bed = await createSegmentsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

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
  await bed.post(50);
  while (await bed.check()) if ((await bed.readFirstIds()).length === 10) break;
  await bed.withoutTriggers(`create table if not exists saved_entries as select * from ledger_entries limit 0;
    truncate saved_entries; insert into saved_entries select * from ledger_entries where id <= 10; ${statements}`);
  // Ten ranges, three per check.
  let checks = 0;
  do checks += 1;
  while ((await bed.check()) && checks < 9);
  expect(checks).toBeLessThanOrEqual(4);
  expect(await bed.readMetric('changed_ranges')).toBe(1);
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
  expect(await bed.check()).toBe(false);
  await bed.withoutTriggers(`delete from ledger_entries where id <= 10;
    insert into ledger_entries overriding system value select * from saved_entries`);
  expect(await bed.check()).toBe(true);
  expect(await bed.readMetric('changed_ranges')).toBe(0);
  expect(isBalanced(await readLedgerBySegments(bed.db))).toBe(true);
});

test('detects changed stored sums', async () => {
  await bed.post(20);
  await bed.check();
  await bed.check();
  await bed.db
    .updateTable('ledgerSegments')
    .set({ sums: JSON.stringify({ demo_receivable: 1, sales: -1 }) })
    .where('firstId', '=', 1)
    .execute();
  while (await bed.check());
  expect((await findLedgerCheck(bed.db))!.report.changed).toEqual([{ firstId: 1, lastId: 10 }]);
});

test('verifies a bounded number of ranges per check, the least recently verified first', async () => {
  await bed.post(50);
  while ((await bed.readFirstIds()).length < 10) await bed.check();
  const verified = new Map(
    (await bed.readSegments()).map(({ firstId, verifiedAt }) => [firstId, verifiedAt.getTime()]),
  );
  for (let checks = 0; checks < 4; checks++) {
    await bed.check();
    const now = (await bed.readSegments()).filter(
      ({ firstId, verifiedAt }) => verifiedAt.getTime() !== verified.get(firstId),
    );
    expect(now).toHaveLength(Math.min(10, POLICY.most));
    for (const { firstId, verifiedAt } of now) verified.set(firstId, verifiedAt.getTime());
  }
  // Twelve verifications cover all ten ranges.
  const oldest = bed.clock.now().getTime() - 4 * HOUR_S * 1000;
  for (const { verifiedAt } of await bed.readSegments())
    expect(verifiedAt.getTime()).toBeGreaterThanOrEqual(oldest);
});

test('keeps reporting an unbalanced transaction until it is balanced', async () => {
  await bed.post(5);
  await bed.withoutTriggers(
    `insert into ledger_entries (txn_key, account, amount) values ('damaged', 'sales:a', 1.00)`,
  );
  await bed.post(20);
  for (let checks = 0; checks < 4; checks++) expect(await bed.check()).toBe(false);
  // The ranges before the transaction are closed, its own range is not.
  expect(await bed.readFirstIds()).toEqual([1]);
  expect(await bed.readMetric('unbalanced_transactions')).toBe(1);
  await bed.db
    .insertInto('ledgerEntries')
    .values({ txnKey: 'damaged', account: 'demo_receivable', amount: '-1.00' })
    .execute();
  expect(await bed.check()).toBe(true);
  expect(await bed.readMetric('unbalanced_transactions')).toBe(0);
  expect(await bed.readFirstIds()).toEqual([1, 11, 21, 31]);
});
