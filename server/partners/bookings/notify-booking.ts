import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import type { Booking, BookingSide } from '@mare/domain/partners/booking.ts';
import { winnerEmail } from '../../draws/prizes/winner-email.ts';
import { enqueueCommissionMail } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

type BookingNews = 'reminder' | 'waits' | 'resumes';

interface BookingNotice {
  voucherId: string;
  to: BookingSide;
  /** `waits`: the payment of the prize is disputed. `resumes`: the dispute has ended. */
  booking: Booking | BookingNews;
  /** The changed booking; for `waits` and `resumes`, the agreed one. */
  before: Booking | null;
  /** Deduplication key. */
  key: string;
}

/** Notifies by mail, and winners also on the site. */
export async function notifyBooking(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  { voucherId, to, booking, before, key }: BookingNotice,
): Promise<void> {
  const voucher = await trx
    .selectFrom('serviceVouchers')
    .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
    .leftJoin('profiles', 'profiles.id', 'serviceVouchers.userId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .select(['prizeName', 'companyName', 'serviceVouchers.userId'])
    .leftJoin('orders', 'orders.id', 'rifaWinners.orderId')
    .select((eb) => eb.fn.coalesce('profiles.name', 'rifaWinners.winnerName').as('name'))
    .select(winnerEmail('rifaWinners').as('email'))
    .select('partners.email as partnerEmail')
    .where('serviceVouchers.id', '=', voucherId)
    .executeTakeFirstOrThrow();
  const isWinner = to === 'winner';
  const other = isWinner ? voucher.companyName : shortName(voucher.name ?? 'Quem ganhou');
  const { heading, text } = wordsOf(booking, before, other);
  const ownPath = voucher.userId === null ? '/marcar-voucher' : '/meus-vouchers';
  const path = isWinner ? ownPath : '/parceiro?aba=vouchers';
  const email = isWinner ? voucher.email : voucher.partnerEmail;
  if (email)
    await enqueueCommissionMail(trx, platform, {
      key: `${key}:${to}`,
      to: email,
      heading,
      paragraphs: ['Olá!', text],
      facts: [['Serviço', voucher.prizeName]],
      button: { label: isWinner ? 'Ver o meu voucher' : 'Abrir o portal do parceiro', path },
    });
  if (isWinner && voucher.userId)
    await sendNotification(trx, platform, {
      userId: voucher.userId,
      type: 'info',
      title: heading,
      message: `${voucher.prizeName}: ${text}`,
      data: { href: path },
      deduplicationKey: key,
    });
}

interface Words {
  heading: string;
  text: string;
}

/** @param other the person who changed it */
function wordsOf(booking: Booking | BookingNews, before: Booking | null, other: string): Words {
  const agreed = before?.bookedFor ? formatDateTime(before.bookedFor) : '';
  if (booking === 'reminder')
    return { heading: 'O seu horário está chegando', text: `Marcado com ${other} para ${agreed}.` };
  if (booking === 'waits')
    return {
      heading: 'Uma data marcada espera uma decisão',
      text: `A data de ${agreed} com ${other} espera uma decisão da nossa equipe. Até lá o voucher não pode ser usado: não preste o serviço ainda. Avisamos quando ele voltar a valer.`,
    };
  if (booking === 'resumes')
    return {
      heading: 'O voucher voltou a valer',
      text: `O voucher de ${other} pode ser usado de novo. A data marcada é ${agreed}; se ela passou ou não serve mais, proponham outra.`,
    };
  const dates = booking.dates.map((date) => formatDateTime(date));
  switch (booking.state) {
    case 'proposed':
      return {
        heading: `${other} propôs ${dates.length === 1 ? 'uma data' : 'datas'}`,
        text: `${dates.join('; ')}. Aceite uma, ou proponha outras.`,
      };
    case 'booked':
      return {
        heading: 'Data marcada',
        text: `${other} aceitou: ${formatDateTime(booking.bookedFor!)}.`,
      };
    case 'cancelled':
      return {
        heading: agreed ? 'A data foi cancelada' : 'As datas propostas foram canceladas',
        text: agreed
          ? `${other} cancelou a data de ${agreed}. O voucher continua valendo: proponham outra quando quiserem.`
          : `${other} cancelou as datas propostas. O voucher continua valendo.`,
      };
  }
}
