import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** Records a prize as delivered once its voucher's service is rendered. @param note how, and by whom */
export async function deliverByVoucher(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { winnerId, note }: { winnerId: string; note: string },
): Promise<void> {
  const now = clock.now();
  await trx
    .updateTable('prizeClaims')
    .set((eb) => ({
      state: 'delivered',
      claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
      deliveredAt: now,
      deliveryNote: note,
    }))
    .where('winnerId', '=', winnerId)
    .where('state', '<>', 'delivered')
    .execute();
}
