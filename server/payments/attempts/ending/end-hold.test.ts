import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOrders } from '../../../orders/lifecycle/expire-orders.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments.testing.ts';
import { endHold } from './end-hold.ts';

const HOLD_SECONDS = 15 * 60;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

test('a hold that has ended keeps its time when it is ended again', async () => {
  const order = await bed.order('pix');
  bed.clock.advance(HOLD_SECONDS);
  await expireOrders(bed.context, async () => undefined);
  bed.clock.advance(1);
  expect(await endHold(bed.context, order.externalReference)).toBe(true);
  const ended = await bed.db
    .selectFrom('orders')
    .select(['holdExpiresAt', 'closingAt'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  // An earlier start of the closing would read as a cancellation.
  expect(ended.closingAt!.getTime()).toBeGreaterThanOrEqual(ended.holdExpiresAt.getTime());
});
