/** A group in the panel: the orders of its parts link to each other and are found by the group's link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { listOrders } from '../../admin/orders/list-orders.ts';
import { readOrder } from '../../admin/orders/read-order.ts';
import { readPaymentHistory } from '../../payments/review/read-payment-history.ts';
import { createGroupBed, type GroupBed } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

test('links each part to its order, and a lost part to its group', async () => {
  const rifaId = await bed.rifa(1000);
  const { token, orderId, reference } = await bed.openGroup(rifaId);
  const friend = await bed.buyer();
  const lost = await bed.take(friend, rifaId, { token }, 2, { name: 'Nina Alves' });
  await bed.clientOf(friend).orders.giveUp({ externalReference: lost.reference });
  const part = await bed.take(await bed.buyer(), rifaId, { token }, 2, { name: 'Ravi Melo' });
  const parts = [
    { partNo: 1, state: 'paid', orderId, name: 'Ana Souza' },
    { partNo: 2, state: 'taken', orderId: part.orderId, name: 'Ravi Melo' },
    { partNo: 3, state: 'free', orderId: null, name: null },
  ];
  const expected = { token, name: 'Família', state: 'open', parts };
  expect((await readOrder(bed.db, orderId, false))!.group).toMatchObject({ ...expected, partNo: 1 });
  expect((await readOrder(bed.db, lost.orderId, false))!.group).toMatchObject({ ...expected, partNo: 2 });
  expect((await readPaymentHistory(bed.db, reference))!.group).toMatchObject({ ...expected, partNo: 1 });
  const { rows } = await listOrders(
    bed.db,
    orderFilters.parse({ search: `https://loja.com.br/bolao/${token}` }),
    false,
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual([orderId, lost.orderId, part.orderId].toSorted());
});
