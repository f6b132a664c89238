/** An approved payout keeps its Pix key after its beneficiary has another one. */
import { sql, type Transaction } from 'kysely';
import type { ApprovedPayout } from '@mare/contract/affiliates/payouts.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskPixKey } from '../read-pix-key.ts';
import { notifyBeneficiary } from './notify-beneficiary.ts';

export interface PayoutOwner {
  column: 'affiliateId' | 'partnerId';
  id: string;
}

/** In a query of `payouts` with `affiliates` and `partners`. */
export const hasFormerKey = sql<boolean>`(payouts.status = 'approved'
  and payouts.pix_key is distinct from coalesce(affiliates.pix_key, partners.pix_key))`;

/** Payouts awaiting transfer, oldest month first. */
export async function listApprovedPayouts(
  db: Database,
  { column, id }: PayoutOwner,
): Promise<ApprovedPayout[]> {
  const rows = await db
    .selectFrom('payouts')
    .leftJoin('affiliates', 'affiliates.id', 'payouts.affiliateId')
    .leftJoin('partners', 'partners.id', 'payouts.partnerId')
    .select(['payouts.id', 'payouts.amount', 'payouts.pixKey', hasFormerKey.as('isFormerKey')])
    .where(`payouts.${column}`, '=', id)
    .where('payouts.status', '=', 'approved')
    .orderBy('payouts.period')
    .execute();
  return rows.map(({ id: payoutId, amount, pixKey, isFormerKey }) => ({
    id: payoutId,
    amountCentavos: centavosFromNumeric(amount),
    pixKey: maskPixKey(pixKey!),
    isFormerKey,
  }));
}

/** Called in the transaction that changes the key, after the change. The caller has locked the beneficiary. */
export async function notifyOfFormerKey(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  { column, id, pixKey }: PayoutOwner & { pixKey: string },
): Promise<void> {
  const approved = await trx
    .selectFrom('payouts')
    .selectAll()
    .where(column, '=', id)
    .where('status', '=', 'approved')
    .where('pixKey', '!=', pixKey)
    .execute();
  for (const payout of approved) await notifyBeneficiary(trx, platform, payout, 'former_key');
}
