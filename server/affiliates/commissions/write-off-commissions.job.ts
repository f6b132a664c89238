import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { commissionWrittenOff } from '@mare/domain/affiliates/commission.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordReversal } from './record-reversal.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Orders in one run; the next run continues. */
const AT_ONCE = 1_000;

export const writeOffCommissionsJob = defineJob(
  'write-off-commissions',
  { cron: '20 * * * *' },
  (platform: Deps) => writeOffCommissions(platform),
);

/**
 * Writes off the balances of deleted affiliates: unpaid commissions, so that they no longer count as payable, and
 * debts from later refunds. Idempotent.
 */
export async function writeOffCommissions(platform: Deps): Promise<void> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId"
    from profiles
    join affiliates on affiliates.user_id = profiles.id
    join affiliate_commissions commission on commission.affiliate_id = affiliates.id
    where profiles.deleted_at is not null and commission.payout_id is null
    group by order_id having sum(commission_amount) <> 0
    limit ${AT_ONCE}`.execute(platform.db);
  for (const { orderId } of rows)
    await platform.db.transaction().execute((trx) => writeOff(trx, platform, orderId));
}

async function writeOff(trx: Transaction<DB>, platform: Deps, orderId: string): Promise<void> {
  // Serialises with reversals.
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute();
  const entries = await trx
    .selectFrom('affiliateCommissions')
    .selectAll()
    .where('orderId', '=', orderId)
    .execute();
  const sale = entries.find(({ kind }) => kind === 'sale')!;
  const centavos = entries
    .filter(({ payoutId }) => payoutId === null)
    .reduce((sum, entry) => sum + centavosFromNumeric(entry.commissionAmount), 0);
  if (centavos === 0) return;
  const earlier = entries.filter(({ kind }) => kind === 'renounced').length;
  const writtenOff = commissionWrittenOff({ orderId, earlier }, sale.affiliateId, centavos);
  await recordReversal(
    trx,
    platform,
    { ...sale, payoutId: null },
    { kind: 'renounced' },
    writtenOff,
    centavos,
  );
}
