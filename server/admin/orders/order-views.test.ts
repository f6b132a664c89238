import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { deleteOrderView, saveOrderView, selectOrderViews } from './order-views.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

test('stores one view per name for the team, and logs who changed it', async () => {
  const by = { userId: await bed.buyer(), ipAddress: null };
  const save = (query: string) => saveOrderView(bed.platform, by, { name: 'A conferir', query });
  await Promise.all([save('situacao=review'), save('situacao=paid')]);
  await save('situacao=review&canal=manual');
  expect(await selectOrderViews(bed.db)).toEqual([
    { name: 'A conferir', query: 'situacao=review&canal=manual' },
  ]);
  const deleted = await Promise.all([1, 2].map(() => deleteOrderView(bed.platform, by, 'A conferir')));
  expect(deleted.filter(Boolean)).toHaveLength(1);
  expect(await selectOrderViews(bed.db)).toEqual([]);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select(['details', 'userId'])
    .where('action', '=', 'delete-order-view')
    .execute();
  expect(log).toMatchObject([{ details: { query: 'situacao=review&canal=manual' }, userId: by.userId }]);
});
