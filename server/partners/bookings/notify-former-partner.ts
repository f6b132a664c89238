import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import type { Booking } from '@mare/domain/partners/booking.ts';
import { enqueueCommissionMail } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Notifies a partner that a voucher with an agreed or proposed date was reassigned: by mail, and on the site if an
 * account has that e-mail. Call it before the booking is removed.
 */
export async function notifyFormerPartner(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  voucherId: string,
): Promise<void> {
  const voucher = await trx
    .selectFrom('serviceVouchers')
    .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
    .leftJoin('profiles', 'profiles.id', 'serviceVouchers.userId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .leftJoin('profiles as account', 'account.email', 'partners.email')
    .select(['prizeName', 'booking', 'bookingVersion', 'partners.email', 'account.id as accountId'])
    .select((eb) => eb.fn.coalesce('profiles.name', 'rifaWinners.winnerName').as('winner'))
    .where('serviceVouchers.id', '=', voucherId)
    .executeTakeFirstOrThrow();
  const news = newsOf(
    voucher.booking as unknown as Booking | null,
    shortName(voucher.winner, 'quem ganhou'),
    platform,
  );
  if (!news) return;
  const key = `booking-moved:${voucherId}:${voucher.bookingVersion}`;
  const path = '/parceiro?aba=vouchers';
  await enqueueCommissionMail(trx, platform, {
    key: `${key}:partner`,
    to: voucher.email,
    heading: news.heading,
    paragraphs: ['Olá!', news.text],
    facts: [['Serviço', voucher.prizeName]],
    button: { label: 'Abrir o portal do parceiro', path },
  });
  if (!voucher.accountId) return;
  await sendNotification(trx, platform, {
    userId: voucher.accountId,
    type: 'warning',
    title: news.heading,
    message: `${voucher.prizeName}: ${news.text}`,
    data: { href: path },
    deduplicationKey: key,
  });
}

/** Null without an agreed or proposed date. */
function newsOf(
  booking: Booking | null,
  winner: string,
  { clock }: Pick<Platform, 'clock'>,
): { heading: string; text: string } | null {
  const now = clock.now().getTime();
  if (booking?.state === 'booked' && booking.bookedFor && Date.parse(booking.bookedFor) > now)
    return {
      heading: 'Uma data marcada não vale mais',
      text: `O voucher de ${winner} passou para outro parceiro: não espere pela data de ${formatDateTime(booking.bookedFor)}.`,
    };
  if (booking?.state === 'proposed')
    return {
      heading: 'Datas propostas não valem mais',
      text: `O voucher de ${winner} passou para outro parceiro: não é preciso responder às datas propostas.`,
    };
  return null;
}
