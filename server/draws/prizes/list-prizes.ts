import { sql, type Kysely } from 'kysely';
import type { PrizeToDeliver, WonPrize } from '@mare/contract/draws/prizes.ts';
import type { DB } from '@mare/database/schema.ts';
import { selectWonPrizes, type WonPrizeRow } from './prizes.queries.ts';

const PRIZES_SHOWN = 200;

export async function listOwnPrizes(db: Kysely<DB>, userId: string): Promise<WonPrize[]> {
  const rows = await selectWonPrizes(db)
    .where('winner.userId', '=', userId)
    .orderBy('winner.createdAt', 'desc')
    .orderBy('winner.winnerPosition')
    .execute();
  return rows.map(toWonPrize);
}

/** Undelivered prizes first. */
export async function listPrizesToDeliver(db: Kysely<DB>): Promise<PrizeToDeliver[]> {
  const rows = await selectWonPrizes(db)
    .orderBy(sql`array_position(array['claimed', 'open', 'expired', 'delivered'], claim.state)`)
    .orderBy('claim.claimUntil')
    .limit(PRIZES_SHOWN)
    .execute();
  return rows.map((row) => ({
    ...toWonPrize(row),
    winnerName: row.name,
    winnerEmail: row.email,
    deliveryNote: row.deliveryNote,
    hasProof: row.proofType !== null,
  }));
}

function toWonPrize(row: WonPrizeRow): WonPrize {
  return {
    winnerId: row.winnerId,
    rifaId: row.rifaId,
    rifaTitle: row.rifaTitle,
    totalNumbers: row.totalNumbers,
    number: row.number,
    position: row.position,
    prizeName: row.prizeName,
    prizeType: row.prizeType as WonPrize['prizeType'],
    state: row.state as WonPrize['state'],
    claimUntil: row.claimUntil.toISOString(),
    claimedAt: row.claimedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    voucher:
      row.voucherId === null
        ? null
        : {
            id: row.voucherId,
            status: row.voucherStatus as NonNullable<WonPrize['voucher']>['status'],
            expiresAt: row.voucherUntil!.toISOString(),
          },
    contact: row.contact as WonPrize['contact'],
  };
}
