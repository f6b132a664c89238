/** What the team does in a dispute sequence. */
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { PRIZES } from '../../draws/draws.testing.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import type { DisputedOrder, DisputeHistory } from './dispute-history.testing.ts';
import type { DisputeShop } from './dispute-shop.testing.ts';

export async function requestRefund(
  shop: DisputeShop,
  order: DisputedOrder,
  how: 'amount' | 'rifa' | 'withdrawal',
  rifaId: string,
): Promise<void> {
  if (how === 'withdrawal')
    return void (await shop.clientOf(order.userId).orders.withdraw({ externalReference: order.reference }));
  await refundAsAdmin(shop.payments, {
    orderId: order.id,
    amountCentavos: how === 'amount' ? 10_000 : null,
    ...(how === 'rifa' && { rifaIds: [rifaId] }),
    requestId: randomUUID(),
    note: 'Combinado.',
    userId: shop.admins[0],
  });
}

const cashRefunds = ({ db }: DisputeShop, { orders }: DisputeHistory) =>
  db
    .selectFrom('refunds')
    .select(['id', 'state', 'owedAgainSince'])
    .where('provider', '=', 'cash')
    .where(
      'paymentId',
      'in',
      orders.map(({ id }) => id),
    )
    .execute();

/** Hands over the cash of every refund that waits for it. */
export async function handOverCash(shop: DisputeShop, history: DisputeHistory): Promise<void> {
  for (const { id, state, owedAgainSince } of await cashRefunds(shop, history))
    if (state === 'requested' || owedAgainSince)
      await shop.admin.admin.resolveReview({ subject: { type: 'refund', id }, note: 'Ana, recibo 7.' });
}

/** The latest hand-over was recorded by mistake. */
export async function undoHandOver(shop: DisputeShop, history: DisputeHistory): Promise<void> {
  const done = (await cashRefunds(shop, history)).findLast(
    ({ state, owedAgainSince }) => state === 'done' && !owedAgainSince,
  );
  if (!done) return;
  for (let handOvers = 1; handOvers <= 3; handOvers++)
    await shop.admin.admin
      .undoHandOver({ refundId: done.id, handOvers, note: 'Era de outra pessoa.' })
      .catch(ignoreRejection);
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof ORPCError)) throw error;
}

export async function cancelRifa(shop: DisputeShop, rifaId: string): Promise<void> {
  await shop.db
    .updateTable('rifas')
    .set({ status: 'cancelled', cancelReason: 'OTHER', cancelNote: 'Não dá mais.' })
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .execute();
  if ((await shop.statusOf(rifaId)) === 'cancelled') await refundRifa(shop.payments, rifaId);
}

/** Seals and draws every frozen rifa. */
export async function drawFrozenRifas(
  shop: DisputeShop,
  { rifas, extraction }: DisputeHistory,
): Promise<void> {
  const drawn: string[] = [];
  for (const rifaId of rifas) {
    if ((await shop.statusOf(rifaId)) !== 'closed') continue;
    const sealed = await shop.seal(rifaId, extraction);
    if (sealed.ok) drawn.push(rifaId);
  }
  if (drawn.length === 0) return;
  await shop.waitForLottery();
  await shop.confirmOfficially(PRIZES, extraction);
  for (const rifaId of drawn) await drawRifa(shop.platform, rifaId, withdrawVouchers);
}

export async function takePayoutStep(
  shop: DisputeShop,
  { affiliate }: DisputeHistory,
  to: 'collect' | 'approve' | 'pay',
): Promise<void> {
  if (to === 'collect') {
    // Long enough ago for the payout.
    await shop.db
      .updateTable('affiliateCommissions')
      .set({ confirmedAt: new Date(latestPayout(shop.clock.now()).endsBefore.getTime() - 86_400_000) })
      .where('affiliateId', '=', affiliate.id)
      .where('payoutId', 'is', null)
      .execute();
    return void (await collectPayouts(shop.platform));
  }
  const state = to === 'approve' ? 'collected' : 'approved';
  const { rows } = await sql<{ id: string }>`
    select id from payouts where affiliate_id = ${affiliate.id} and status = ${state}`.execute(shop.db);
  for (const { id } of rows)
    await (to === 'approve'
      ? shop.admin.admin.approvePayout({ id })
      : shop.admin.admin.payPayout({ id, reference: 'E123' }));
}
