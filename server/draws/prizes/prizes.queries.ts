/** Prizes won, with their delivery status. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import type { LegalRoute } from '@mare/domain/rifas/legal/legal-routes.ts';
import { winnerEmail } from './winner-email.ts';
import { hasSealedRefund } from '../../orders/reading/prizes-on-hold.ts';

/**
 * Winners of draws run by the product, by their present names; winners without a claim were announced manually and are
 * left out.
 */
export function selectWonPrizes(db: Kysely<DB>) {
  return db
    .selectFrom('rifaWinners as winner')
    .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'winner.rifaId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .leftJoin('orders', 'orders.id', 'winner.orderId')
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .leftJoin('serviceVouchers as voucher', 'voucher.winnerId', 'winner.id')
    .leftJoin('prizePhotos as photo', 'photo.winnerId', 'winner.id')
    .leftJoin('photoConsents as consent', (join) =>
      join
        .onRef('consent.winnerId', '=', 'winner.id')
        .onRef('consent.photoId', '=', 'photo.photoId')
        .on('consent.withdrawnAt', 'is', null),
    )
    .select([
      'voucher.id as voucherId',
      'voucher.status as voucherStatus',
      'voucher.expiresAt as voucherUntil',
      'voucher.isWaiting as voucherWaits',
    ])
    .select([
      'winner.id as winnerId',
      'winner.userId',
      'winner.orderId',
      'winner.rifaId',
      'rifas.title as rifaTitle',
      'rifas.image as rifaImage',
      'rifas.totalNumbers',
      'winner.winnerNumber as number',
      'winner.winnerPosition as position',
      'prize.name as prizeName',
      'prize.image as prizeImage',
      'prize.prizeType',
      'prize.value as prizeValue',
      'claim.state',
      'claim.claimUntil',
      'claim.claimDays',
      'claim.claimedAt',
      'claim.contact',
      'claim.sentAt',
      'claim.sentNote',
      'claim.deliveredAt',
      'claim.deliveryNote',
      'claim.proofType',
      'claim.reminders',
      'claim.expiredAt',
      'claim.treasuryPaidOn',
      'claim.treasuryNote',
      'claim.treasuryProofType',
      'legal.taxNote',
      'photo.photoId',
      'consent.givenAt as consentGivenAt',
    ])
    .select((eb) => eb.fn.coalesce('profiles.name', 'winner.winnerName').as('name'))
    .select(winnerEmail('winner').as('email'))
    .select(['orders.status as orderStatus', 'orders.disputedAt'])
    .select(hasSealedRefund('winner').as('hasSealedRefund'))
    .select((eb) => eb.fn.coalesce('legal.route', sql<string>`'none'`).as('route'))
    .select((eb) =>
      eb
        .selectFrom('prizeContacts as contacts')
        .select(
          sql<ContactRow[]>`coalesce(json_agg(json_build_object('at', contacted_at, 'channel', channel,
            'outcome', outcome, 'note', note) order by contacted_at desc), '[]')`.as('attempts'),
        )
        .whereRef('contacts.winnerId', '=', 'winner.id')
        .as('contacts'),
    );
}

/** Centavos of a cash prize before tax; null for other prizes. */
export function cashCentavosOf(prize: {
  prizeType: string | null;
  prizeValue: string | null;
}): number | null {
  return prize.prizeType === 'cash' && prize.prizeValue !== null
    ? centavosFromNumeric(prize.prizeValue)
    : null;
}

interface ContactRow {
  at: string;
  channel: string;
  outcome: string;
  note: string;
}

export type WonPrizeRow = Awaited<ReturnType<ReturnType<typeof selectWonPrizes>['execute']>>[number];

/** Whether the order is neither refunded nor disputed. If false, an admin decides before the delivery. */
export function isPaidFor(row: {
  orderStatus: string | null;
  disputedAt: Date | null;
  hasSealedRefund: unknown;
}): boolean {
  const { orderStatus, disputedAt, hasSealedRefund: isSealedRefund } = row;
  if (orderStatus === null) return true;
  return (
    disputedAt === null && (orderStatus === 'paid' || (orderStatus === 'refunded' && Boolean(isSealedRefund)))
  );
}

/** A prize locked until the end of the transaction; undefined when the winner is unknown or has no claim. */
export async function lockPrize(trx: Transaction<DB>, winnerId: string) {
  const row = await trx
    .selectFrom('prizeClaims as claim')
    .innerJoin('rifaWinners as winner', 'winner.id', 'claim.winnerId')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'winner.rifaId')
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .leftJoin('orders', 'orders.id', 'winner.orderId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .select(['winner.userId', 'winner.rifaId', 'winner.winnerPosition', 'rifas.title'])
    .select(winnerEmail('winner').as('winnerEmail'))
    .select([
      'claim.state',
      'claim.claimUntil',
      'legal.route',
      'prize.name as prizeName',
      'prize.prizeType',
      'prize.value as prizeValue',
    ])
    .select(['orders.status as orderStatus', 'orders.disputedAt'])
    .select(hasSealedRefund('winner').as('hasSealedRefund'))
    .where('claim.winnerId', '=', winnerId)
    .forUpdate('claim')
    .executeTakeFirst();
  return (
    row && {
      ...row,
      state: row.state as PrizeState,
      route: (row.route ?? 'none') as LegalRoute,
      isPaid: isPaidFor(row),
    }
  );
}

/** Whether a partner can still render the service of a prize. */
export async function hasUsableVoucher(trx: Transaction<DB>, winnerId: string, now: Date): Promise<boolean> {
  const voucher = await trx
    .selectFrom('serviceVouchers')
    .select('id')
    .where('winnerId', '=', winnerId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return voucher !== undefined;
}
