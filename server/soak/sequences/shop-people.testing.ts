/**
 * Further commands of buyers and admins in the sequences: pay twice, exclude themselves, merge accounts, deliver
 * prizes.
 */
import { randomUUID } from 'node:crypto';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { mergeRecords } from '../../composition/merge-records.ts';
import { changeOwnLimits } from '../../accounts/limits/change-own-limits.ts';
import type { DrawsTestbed } from '../../draws/draws.testing.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { lockPrize } from '../../draws/prizes/prizes.queries.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { endOrdersOfPersonJob } from '../../payments/attempts/ending/end-orders-of-person.job.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { withdrawOrder } from '../../payments/refunds/withdraw-order.ts';
import { type BoughtOrder, readHeldNumbers } from './shop-faults.testing.ts';

/** Makes two concurrent payments of one order: one settles it, the other is refunded. */
export async function payTwice(
  bed: DrawsTestbed,
  bought: BoughtOrder & { attemptId: string },
  isOutcomeCertain: boolean,
): Promise<void> {
  const { providerRef } = await bed.attempt(bought.attemptId);
  if (providerRef === null) return;
  const { payment_ids: paid } = await bed.control('POST', `/preferences/${providerRef}/pay_twice`);
  if (!paid || !isOutcomeCertain) return;
  for (const [rifaId, numbers] of await readHeldNumbers(bed, bought)) bought.due.set(rifaId, numbers);
}

/** Merges one account into the other, which takes over its orders. */
export async function mergeBuyers(
  { bed, orders }: { bed: DrawsTestbed; orders: readonly BoughtOrder[] },
  { userId: formerId }: BoughtOrder,
  { userId: id }: BoughtOrder,
): Promise<void> {
  if (id === formerId) return;
  const by = { userId: bed.admins[0], ipAddress: null };
  const merged = await mergePeople(bed.platform, by, { id, formerId }, mergeRecords);
  if (merged.ok) for (const order of orders) if (order.userId === formerId) order.userId = id;
}

export async function excludeBuyer(bed: DrawsTestbed, userId: string): Promise<void> {
  const profile = bed.db.selectFrom('profiles').select(['personId', 'deletedAt']).where('id', '=', userId);
  const { personId, deletedAt } = await profile.executeTakeFirstOrThrow();
  if (personId === null || deletedAt !== null) return;
  await changeOwnLimits(bed.platform, { userId, ipAddress: null }, { kind: 'exclusion' });
  await endOrdersOfPersonJob.handle(bed.payments, { personId });
}

/**
 * Delivers the prizes of a rifa, then tries to refund the orders of their winners.
 * @returns violated invariants: a prize of an unpaid order was delivered, one of a paid order was not, or an admin
 * alone or the buyer got a refund
 */
export async function deliverAndRefund(bed: DrawsTestbed, rifaId: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { id: winnerId, orderId } of await bed.winners(rifaId)) {
    const prize = await bed.db.transaction().execute((trx) => lockPrize(trx, winnerId));
    const delivery = { winnerId, userId: bed.admins[0], note: 'Em mãos.', proof: null };
    const delivered = await deliverPrize(bed.platform, delivery);
    if (delivered.ok !== prize!.isPaid)
      faults.push(`prize of ${winnerId}, ${prize!.isPaid ? 'paid' : 'unpaid'}: ${JSON.stringify(delivered)}`);
    const { externalReference } = await bed.db
      .selectFrom('orders')
      .select('externalReference')
      .where('id', '=', orderId!)
      .executeTakeFirstOrThrow();
    const order = (await findOrderByReference(bed.db, externalReference))!;
    await withdrawOrder({ context: bed.payments } as Parameters<typeof withdrawOrder>[0], order);
    const refunded = await refundAsAdmin(bed.payments, {
      orderId: orderId!,
      amountCentavos: null,
      rifaIds: [rifaId],
      requestId: randomUUID(),
      note: 'Combinado.',
      userId: bed.admins[0],
    });
    if (refunded.ok) faults.push(`one admin alone refunded the drawn order ${orderId}`);
  }
  return faults;
}
