import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

/** Expires unused vouchers of winners that a corrected draw replaced. */
export async function withdrawVouchers(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  winnerIds: readonly string[],
): Promise<void> {
  if (winnerIds.length === 0) return;
  const now = platform.clock.now();
  const withdrawn = await trx
    .updateTable('serviceVouchers')
    .set({ status: 'expired', expiresAt: now, isWaiting: false })
    .where('winnerId', 'in', winnerIds)
    .where('status', '=', 'pending')
    .returning(['id', 'userId', 'prizeName'])
    .execute();
  for (const { id, userId, prizeName } of withdrawn)
    if (userId)
      await sendNotification(trx, platform, {
        userId,
        type: 'warning',
        title: 'O seu voucher não vale mais',
        message: `O resultado do sorteio foi corrigido, e o voucher de ${prizeName} deixou de valer. Fale com o suporte se tiver dúvidas.`,
        data: { href: '/meus-vouchers' },
        deduplicationKey: `voucher-withdrawn:${id}`,
      });
  await trx
    .updateTable('serviceVouchers')
    .set({ winnerId: null })
    .where('winnerId', 'in', winnerIds)
    .execute();
}
