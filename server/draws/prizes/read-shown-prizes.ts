import { type Kysely, sql } from 'kysely';
import type { ShownPrize } from '@mare/contract/draws/prizes.ts';
import type { DB } from '@mare/database/schema.ts';
import { prizeStage, stateAt, type PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import { cashCentavosOf } from './prizes.queries.ts';

/** Public facts about the prizes of these winners, by winner. Manually announced winners have no prize. */
export async function readShownPrizes(
  db: Kysely<DB>,
  winnerIds: readonly string[],
  now: Date,
): Promise<Map<string, ShownPrize>> {
  if (winnerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('prizeClaims as claim')
    .innerJoin('rifaWinners as winner', 'winner.id', 'claim.winnerId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .leftJoin('serviceVouchers as voucher', (join) =>
      join.onRef('voucher.winnerId', '=', 'claim.winnerId').on('voucher.status', '=', 'pending'),
    )
    .leftJoin('prizePhotos as photo', 'photo.winnerId', 'claim.winnerId')
    .leftJoin('photoConsents as consent', (join) =>
      join
        .onRef('consent.winnerId', '=', 'claim.winnerId')
        .onRef('consent.photoId', '=', 'photo.photoId')
        .on('consent.withdrawnAt', 'is', null),
    )
    .select(['claim.winnerId', 'claim.state', 'claim.claimUntil', 'claim.treasuryPaidOn'])
    .select(['claim.claimedAt', 'claim.sentAt', 'claim.deliveredAt', 'voucher.expiresAt as voucherUntil'])
    .select(['photo.photoId', 'photo.width', 'photo.height', 'consent.id as consentId'])
    .select(['prize.prizeType', 'prize.value as prizeValue'])
    .select((eb) =>
      eb
        .selectFrom('prizeContacts as contact')
        .select(sql<Date | null>`max(contact.contacted_at)`.as('at'))
        .whereRef('contact.winnerId', '=', 'claim.winnerId')
        .as('contactedAt'),
    )
    .where('claim.winnerId', 'in', winnerIds)
    .execute();
  return new Map(rows.map((row) => [row.winnerId, toShownPrize(row, now)]));
}

interface ShownRow {
  state: string;
  claimUntil: Date;
  treasuryPaidOn: string | null;
  claimedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  contactedAt: Date | null;
  voucherUntil: Date | null;
  photoId: string | null;
  width: number | null;
  height: number | null;
  consentId: string | null;
  prizeType: string | null;
  prizeValue: string | null;
}

function toShownPrize(row: ShownRow, now: Date): ShownPrize {
  const claim = { state: row.state as PrizeState, claimUntil: row.claimUntil };
  const stage = prizeStage(
    {
      ...claim,
      wasContacted: row.contactedAt !== null,
      hasVoucher: row.voucherUntil !== null && row.voucherUntil > now,
    },
    now,
  );
  const since: Record<ShownPrize['stage'], Date | null> = {
    awaiting_contact: null,
    in_contact: row.contactedAt,
    voucher: null,
    claimed: row.claimedAt,
    sent: row.sentAt,
    delivered: row.deliveredAt,
    expired: row.claimUntil,
  };
  return {
    stage,
    cashCentavos: cashCentavosOf(row),
    since: since[stage]?.toISOString() ?? null,
    claimUntil: stateAt(claim, now) === 'open' ? row.claimUntil.toISOString() : null,
    treasuryPaidOn: row.treasuryPaidOn,
    photo:
      row.consentId && row.photoId
        ? { src: `/entregas/${row.photoId}.jpg`, width: row.width!, height: row.height! }
        : null,
  };
}
