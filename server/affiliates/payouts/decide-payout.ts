/** Admin decisions on a payout. Each is a conditional update: concurrent or repeated calls take effect once. */
import type { Selectable, Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB, Payouts } from '@mare/database/schema.ts';
import { payoutSent } from '@mare/domain/affiliates/payout.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { findPayoutFreeze } from '../../accounts/security/reversible-changes.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { withoutDisputed } from './hold-disputed-sales.job.ts';
import { releasePayout } from './release-payout.ts';
import { notifyBeneficiary } from './notify-beneficiary.ts';

export interface PayoutDecision {
  payoutId: string;
  /** Id of the admin. */
  userId: string;
  ipAddress: string | null;
}

export type DecidePayoutResult =
  | { ok: true }
  /** `changed`: it is in another state or does not exist. */
  | { ok: false; code: 'CHANGED' | 'PIX_KEY_MISSING' }
  /** The account or key of the beneficiary changed, and can still be undone. */
  | { ok: false; code: 'FROZEN'; until: Date };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

/** Approves: fixes the amount and the Pix key. */
export async function approvePayout(platform: Deps, decision: PayoutDecision): Promise<DecidePayoutResult> {
  return platform.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, decision.payoutId);
    if (payout?.status !== 'collected') return { ok: false, code: 'CHANGED' };
    // A sale may have been disputed a moment ago. Then the admin has to see the lower amount first.
    if (await withoutDisputed(trx, payout)) return { ok: false, code: 'CHANGED' };
    // Locks the beneficiary: a concurrent change of account or key either is found below or finds this approval.
    const key = await lockPixKey(trx, payout);
    const until = await freezeOf(trx, payout, platform.clock.now());
    if (until) return { ok: false, code: 'FROZEN', until };
    if (key.pixKey === null) return { ok: false, code: 'PIX_KEY_MISSING' };
    await trx
      .updateTable('payouts')
      .set({ ...key, status: 'approved', approvedBy: decision.userId, approvedAt: platform.clock.now() })
      .where('id', '=', payout.id)
      .execute();
    await record(trx, platform, decision, payout, 'approve-payout', 'aprovado');
    await notifyBeneficiary(trx, platform, { ...payout, ...key }, 'approved');
    return { ok: true };
  });
}

/** Marks as paid. @param reference the bank's reference of the transfer */
export async function markPayoutPaid(
  platform: Deps,
  { reference, ...decision }: PayoutDecision & { reference: string },
): Promise<DecidePayoutResult> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const approved = await lockPayout(trx, decision.payoutId);
    const until = approved?.status === 'approved' && (await freezeOf(trx, approved, now));
    if (until) return { ok: false, code: 'FROZEN', until };
    const payout = await trx
      .updateTable('payouts')
      .set({ status: 'paid', paidAt: now, paidBy: decision.userId, paymentReference: reference })
      .where('id', '=', decision.payoutId)
      .where('status', '=', 'approved')
      .returningAll()
      .executeTakeFirst();
    if (!payout) return { ok: false, code: 'CHANGED' };
    await trx
      .updateTable('affiliateCommissions')
      .set({ status: 'paid' })
      .where('payoutId', '=', payout.id)
      .execute();
    const amountCentavos = centavosFromNumeric(payout.amount);
    const kind = payout.affiliateId ? 'affiliate' : 'partner';
    const beneficiary = { kind, id: (payout.affiliateId ?? payout.partnerId)! } as const;
    await postToLedger(trx, [payoutSent(payout.id, beneficiary, amountCentavos)], now);
    await record(trx, platform, decision, payout, 'pay-payout', 'marcado como pago');
    await notifyBeneficiary(trx, platform, payout, 'paid');
    return { ok: true };
  });
}

/**
 * Cancels before payment; its commissions wait for the next month.
 * @param isExported the admin has read that it is in a file for the bank: it may be paid, and would be paid again
 */
export async function cancelPayout(
  platform: Deps,
  { isExported, ...decision }: PayoutDecision & { isExported: boolean },
): Promise<DecidePayoutResult> {
  return platform.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, decision.payoutId);
    if (payout?.status !== 'collected' && payout?.status !== 'approved')
      return { ok: false, code: 'CHANGED' };
    if ((payout.exportedAt !== null) !== isExported) return { ok: false, code: 'CHANGED' };
    await releasePayout(trx, payout.id);
    await record(trx, platform, decision, payout, 'cancel-payout', 'cancelado');
    await notifyBeneficiary(trx, platform, payout, 'cancelled');
    return { ok: true };
  });
}

async function freezeOf(
  trx: Transaction<DB>,
  { affiliateId, partnerId }: Selectable<Payouts>,
  now: Date,
): Promise<Date | null> {
  if (partnerId) return findPayoutFreeze(trx, { partnerId }, now);
  const { userId } = await trx
    .selectFrom('affiliates')
    .select('userId')
    .where('id', '=', affiliateId!)
    .executeTakeFirstOrThrow();
  return findPayoutFreeze(trx, { userId }, now);
}

async function lockPayout(trx: Transaction<DB>, id: string): Promise<Selectable<Payouts> | undefined> {
  return trx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function lockPixKey(trx: Transaction<DB>, { affiliateId, partnerId }: Selectable<Payouts>) {
  return trx
    .selectFrom(affiliateId ? 'affiliates' : 'partners')
    .select(['pixKey', 'pixKeyType'])
    .where('id', '=', (affiliateId ?? partnerId)!)
    .forShare()
    .executeTakeFirstOrThrow();
}

async function record(
  trx: Transaction<DB>,
  platform: Deps,
  { userId, ipAddress }: PayoutDecision,
  payout: Selectable<Payouts>,
  action: string,
  word: string,
): Promise<void> {
  await recordActivity(trx, platform, {
    userId,
    action,
    entityType: 'payout',
    entityId: payout.id,
    description: `Repasse de ${formatBrl(centavosFromNumeric(payout.amount))} ${word}.`,
    details: { affiliateId: payout.affiliateId, partnerId: payout.partnerId },
    ipAddress,
  });
}
