import { sql } from 'kysely';
import { personsJoined } from '../../accounts/persons/persons-joined.ts';
import { onEvent } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { reverseCommission } from './reverse-commission.job.ts';

/** Reverses commissions on purchases that the affiliate made with another account. */
export const reverseOwnCommissionsJob = onEvent(
  personsJoined,
  async (platform: Pick<Platform, 'db' | 'clock' | 'random'>, { personId }) => {
    const { rows } = await sql<{ orderId: string }>`
      select commission.order_id as "orderId"
      from profiles referrer
      join affiliates on affiliates.user_id = referrer.id
      join affiliate_commissions commission on commission.affiliate_id = affiliates.id
      join orders on orders.id = commission.order_id
      join profiles buyer on buyer.id = orders.user_id and buyer.person_id = referrer.person_id
      where referrer.person_id = ${personId}
      group by commission.order_id having sum(commission.commission_amount) > 0`.execute(platform.db);
    for (const { orderId } of rows) await reverseCommission(platform, orderId);
  },
);
