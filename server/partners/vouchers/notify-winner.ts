import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { winnerEmail } from '../../draws/prizes/winner-email.ts';
import { enqueueCommissionMail } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

interface VoucherNews {
  voucherId: string;
  type: 'info' | 'warning';
  title: string;
  /** Continues the sentence after the name of the prize and a colon. */
  text: string;
  /** Deduplication key. */
  key: string;
}

/** Notifies the winner of a change of a voucher: by mail, and on the site with an account. */
export async function notifyWinner(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  { voucherId, type, title, text, key }: VoucherNews,
): Promise<void> {
  const { userId, prizeName, email } = await trx
    .selectFrom('serviceVouchers')
    .leftJoin('profiles', 'profiles.id', 'serviceVouchers.userId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .select(['serviceVouchers.userId', 'prizeName'])
    .leftJoin('orders', 'orders.id', 'rifaWinners.orderId')
    .select(winnerEmail('rifaWinners').as('email'))
    .where('serviceVouchers.id', '=', voucherId)
    .executeTakeFirstOrThrow();
  if (email)
    await enqueueCommissionMail(trx, platform, {
      key,
      to: email,
      heading: title,
      paragraphs: ['Olá!', `${prizeName}: ${text}`],
      facts: [],
      button: userId
        ? { label: 'Ver o meu voucher', path: '/meus-vouchers' }
        : { label: 'Falar com a equipe', path: '/suporte' },
    });
  if (userId)
    await sendNotification(trx, platform, {
      userId,
      type,
      title,
      message: `${prizeName}: ${text}`,
      data: { href: '/meus-vouchers' },
      deduplicationKey: key,
    });
}
