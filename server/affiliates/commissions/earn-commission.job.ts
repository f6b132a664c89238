/** Records the commission of a paid order, and counts its buyer as referred. Idempotent. */
import type { Selectable } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { Orders } from '@mare/database/schema.ts';
import { commissionEarned, commissionOn } from '@mare/domain/affiliates/commission.ts';
import { rateOf, shareOfRate } from '@mare/domain/affiliates/commission-terms.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { isSamePerson } from '../../accounts/persons/is-same-person.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { readCommissionTerms } from '../../settings/read-commission-terms.ts';
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { countReferral } from './count-referral.ts';
import { adjustCommission } from './reverse-commission.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

export const earnCommissionJob = defineBatchJob(
  'earn-commission',
  {},
  async (platform: Deps, events: { orderId: string }[]) => {
    const referred = await platform.db
      .selectFrom('orders')
      .select('id')
      .where(
        'id',
        'in',
        events.map(({ orderId }) => orderId),
      )
      .where('affiliateId', 'is not', null)
      .execute();
    for (const { id } of referred) await earnCommission(platform, id);
  },
);

export async function earnCommission(platform: Deps, orderId: string): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    // The lock keeps a concurrent refund from reversing a commission not yet earned.
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'userId', 'affiliateId', 'status', 'totalAmount', 'paidAt'])
      .where('id', '=', orderId)
      .forShare()
      .executeTakeFirst();
    if (!order?.affiliateId || order.status !== 'paid') return;
    const affiliate = await trx
      .selectFrom('affiliates')
      .selectAll()
      .where('id', '=', order.affiliateId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (!affiliate || (await isSamePerson(trx, affiliate.userId, order.userId))) return;
    // A change of the shop's rate between the payment and this job does not apply to the sale.
    const terms = await readCommissionTerms(trx, order.paidAt ?? platform.clock.now());
    const own = affiliate.ownCommissionRate;
    const rate = own === null ? terms.affiliateRate : rateOf(own);
    const commission = commissionRow(platform, order, { affiliateId: affiliate.id, rate });
    const inserted = await trx
      .insertInto('affiliateCommissions')
      .values(commission)
      .onConflict((conflict) => conflict.column('orderId').where('kind', '=', 'sale').doNothing())
      .executeTakeFirst();
    await countReferral(trx, { referrerId: affiliate.userId, referredId: order.userId, orderId });
    if (inserted.numInsertedOrUpdatedRows === 0n) return;
    const amountCentavos = centavosFromNumeric(commission.commissionAmount);
    const earned = commissionEarned(orderId, affiliate.id, amountCentavos);
    // The day of the affiliate's statement, also if this runs after midnight.
    await postToLedger(trx, [earned], commission.confirmedAt, platform.clock.now());
    await sendNotification(trx, platform, {
      userId: affiliate.userId,
      type: 'success',
      title: 'Você ganhou uma comissão',
      message: `Uma compra pelo seu link rendeu ${formatBrl(amountCentavos)}.`,
      data: { href: '/afiliado' },
      deduplicationKey: `commission:${orderId}`,
    });
    // Reverses what was refunded before this ran.
    await adjustCommission(trx, platform, order);
  });
}

function commissionRow(
  { clock, random }: Deps,
  order: Pick<Selectable<Orders>, 'id' | 'totalAmount' | 'paidAt'>,
  { affiliateId, rate }: { affiliateId: string; rate: number },
) {
  const amountCentavos = commissionOn(centavosFromNumeric(order.totalAmount), rate);
  const now = clock.now();
  return {
    id: random.uuid(),
    affiliateId,
    orderId: order.id,
    kind: 'sale',
    orderAmount: order.totalAmount,
    commissionRate: shareOfRate(rate),
    commissionAmount: numericFromCentavos(amountCentavos),
    confirmedAt: order.paidAt ?? now,
    createdAt: now,
  };
}
