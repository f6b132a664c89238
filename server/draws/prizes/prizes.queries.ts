/** Prizes won, with their delivery status. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Winners of draws run by the product; winners without a claim were announced manually and are left out. */
export function selectWonPrizes(db: Kysely<DB>) {
  return db
    .selectFrom('rifaWinners as winner')
    .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .leftJoin('serviceVouchers as voucher', 'voucher.winnerId', 'winner.id')
    .select([
      'voucher.id as voucherId',
      'voucher.status as voucherStatus',
      'voucher.expiresAt as voucherUntil',
    ])
    .select([
      'winner.id as winnerId',
      'winner.userId',
      'winner.orderId',
      'winner.winnerName as name',
      'winner.winnerEmail as email',
      'winner.rifaId',
      'rifas.title as rifaTitle',
      'rifas.totalNumbers',
      'winner.winnerNumber as number',
      'winner.winnerPosition as position',
      'prize.name as prizeName',
      'prize.prizeType',
      'claim.state',
      'claim.claimUntil',
      'claim.claimedAt',
      'claim.contact',
      'claim.deliveredAt',
      'claim.deliveryNote',
      'claim.proofType',
      'claim.reminders',
    ]);
}

export type WonPrizeRow = Awaited<ReturnType<ReturnType<typeof selectWonPrizes>['execute']>>[number];
