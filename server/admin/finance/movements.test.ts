import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { findBatchEnd } from './movements.queries.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const YEAR = { from: new Date('2025-01-01T00:00:00Z'), end: new Date('2026-01-01T00:00:00Z') };

async function countBatches(size: number): Promise<number[]> {
  const counts: number[] = [];
  for (let from = YEAR.from; from < YEAR.end;) {
    const until = await findBatchEnd(bed.db, from, YEAR.end, size);
    const { count } = await bed.db
      .selectFrom('ledgerEntries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', from)
      .where('createdAt', '<', until)
      .executeTakeFirstOrThrow();
    counts.push(count);
    from = until;
  }
  return counts;
}

test('reads each entry once, a quiet year in one page and the entries of one moment together', async () => {
  expect(await countBatches(10)).toEqual([0]);
  const post = (key: string, at: string) =>
    postToLedger(
      bed.db,
      [
        {
          key,
          entries: [
            { account: 'bank', amountCentavos: 100 },
            { account: 'cash', amountCentavos: -100 },
          ],
        },
      ],
      new Date(at),
    );
  for (let index = 0; index < 3; index++) await post(`spread-${index}`, `2025-0${index + 2}-01T12:00:00Z`);
  for (let index = 0; index < 8; index++) await post(`busy-${index}`, '2025-06-01T12:00:00Z');
  await post('last', '2025-12-31T23:59:59.999Z');
  expect(await countBatches(4)).toEqual([4, 2, 16, 2]);
  expect(await countBatches(100)).toEqual([24]);
});
