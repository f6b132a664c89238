/** A withdrawal concurrent with the freeze: the cota is either refunded or on the list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { withdrawOrder } from '../../payments/refunds/withdraw-order.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';
import { freezeList } from './freeze-list.ts';
import { readList } from './read-list.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

async function buyCota(rifaId: string, number: number) {
  const { orderId, externalReference } = await bed.sell(rifaId, [number]);
  await addSettlingPayment(bed.db, orderId, { providerUpdatedAt: bed.clock.now() });
  const order = await findOrderByReference(bed.db, externalReference);
  return { number, order: order! };
}

const withdraw = ({ order }: Awaited<ReturnType<typeof buyCota>>) =>
  withdrawOrder({ context: bed.payments } as Parameters<typeof withdrawOrder>[0], order);

test('rejects a withdrawal checked before sales ended once the list is frozen', async () => {
  const rifaId = await bed.rifa(10);
  const bought = await buyCota(rifaId, 1);
  expect(bought.order.lines[0]!.rifaStatus).toBe('active');
  expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 1 });
  expect(await withdraw(bought)).toEqual({ ok: false, code: 'NOT_WITHDRAWABLE' });
  const refunds = bed.db.selectFrom('refunds').select('id').where('paymentId', '=', bought.order.id);
  expect(await refunds.execute()).toEqual([]);
});

test('withdrawals racing with closing and freeze never leave a refunded cota on the list', async () => {
  const rifaId = await bed.rifa(100);
  const cotas: Awaited<ReturnType<typeof buyCota>>[] = [];
  for (let number = 1; number <= 24; number++) cotas.push(await buyCota(rifaId, number));
  const freezing = closeRifa(bed.platform, rifaId, 'due').then(() => freezeList(bed.platform, rifaId));
  const outcomes = await Promise.all(cotas.map(withdraw));
  expect(await freezing).toMatchObject({ ok: true });
  const { numbers } = await readList(bed.db, rifaId);
  const listed = Array.from({ length: numbers.count }, (_, index) => numbers.at(index));
  expect(listed).toEqual(cotas.filter((_, index) => !outcomes[index]!.ok).map(({ number }) => number));
});
