import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { notifyWinner } from './notify-winner.ts';

/** Notifies the winners whose vouchers waited for a paused partner that the partner is active again. */
export async function announceReturn(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  { id: partnerId, companyName }: { id: string; companyName: string },
): Promise<void> {
  const now = platform.clock.now();
  const waiting = await trx
    .selectFrom('serviceVouchers')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .orderBy('id')
    .execute();
  for (const { id } of waiting)
    await notifyWinner(trx, platform, {
      voucherId: id,
      type: 'info',
      title: 'O parceiro do seu voucher voltou',
      text: `${companyName} está atendendo de novo. Veja no voucher o dia marcado, ou combine um.`,
      key: `voucher-resumed:${id}:${now.getTime()}`,
    });
}
