/** The hourly check of the ledger stores sums of old entries, instead of reading these entries again. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { readLedger, readLedgerBySegments } from '../../ledger/read-ledger.ts';
import { readHorizon } from '../../ledger/segments/close-segments.ts';
import { checkLedger } from './check-ledger.job.ts';
import {
  createSegmentsTestbed,
  HOUR_S,
  POLICY,
  type SegmentsTestbed,
  transfer,
} from './ledger-segments.testing.ts';

let bed: SegmentsTestbed;
beforeAll(async () => {
  bed = await createSegmentsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

// @covers beyond: the hourly check of the ledger reads old entries once, and finds changed ones in a slow pass
//   [server/ledger/segments/close-segments.ts, server/ledger/segments/verify-segments.ts]
test('closes full ranges that an earlier check saw, and matches the sum of all entries', async () => {
  await bed.post(17);
  expect(await bed.check()).toBe(true);
  expect(await bed.readFirstIds()).toEqual([]);
  await bed.post(10);
  expect(await bed.check()).toBe(true);
  // 34 ids were seen before; the last segment is open.
  expect(await bed.readFirstIds()).toEqual([1, 11, 21]);
  const report = await readLedgerBySegments(bed.db);
  expect(report).toEqual(await readLedger(bed.db));
  expect(report.accounts).toMatchObject({ demo_receivable: 2700, sales: -2700 });
});

test('does not read closed entries again to sum', async () => {
  await bed.post(20);
  await bed.check();
  await bed.check();
  await bed.withoutTriggers(`update ledger_entries set amount = amount * 2 where id <= 10`);
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
  await bed.post(20);
  await bed.check();
  await bed.check();
  expect(await bed.readFirstIds()).toEqual([]);
  release();
  await slow;
  await bed.check();
  await bed.check();
  expect((await bed.readSegments())[0]).toMatchObject({ firstId: 1, entries: 10, differsSince: null });
  expect(await bed.check()).toBe(true);
  expect(await readLedgerBySegments(bed.db)).toEqual(await readLedger(bed.db));
});

test('waits before it closes a range, because a transaction may have drawn an id only', async () => {
  await bed.post(20);
  await bed.check();
  bed.clock.advance(60);
  await checkLedger(bed.platform, POLICY);
  expect(await bed.readFirstIds()).toEqual([]);
  await bed.check();
  expect(await bed.readFirstIds()).toEqual([1, 11, 21]);
});

test('continues in a restored database, whose transaction ids restart', async () => {
  await bed.post(20);
  await bed.check();
  await bed.db.updateTable('ledgerCheck').set({ seenXid: '9000000000' }).execute();
  await bed.check();
  expect(await bed.readFirstIds()).toEqual([]);
  await bed.check();
  expect(await bed.readFirstIds()).toEqual([1, 11, 21]);
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
  expect((await bed.readSegments()).length).toBeGreaterThan(3);
  const { rows } = await sql<{ gaps: number }>`
    select count(*)::integer as gaps from ledger_segments as segment
    where first_id > 1 and not exists (select from ledger_segments as before where before.last_id = segment.first_id - 1)`.execute(
    bed.db,
  );
  expect(rows[0]!.gaps).toBe(0);
});

test('verifies an empty ledger', async () => {
  expect((await readHorizon(bed.db)).seenId).toBe(0);
  expect(await bed.check()).toBe(true);
  expect((await readLedgerBySegments(bed.db)).accounts).toEqual({});
});
