import { sql, type Kysely } from 'kysely';
import type { PrizeToDeliver, WonPrize } from '@mare/contract/draws/prizes.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { treasuryDueOn } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { type PrizeState, stateAt } from '@mare/domain/draws/prizes/prize-state.ts';
import { type LegalRoute, ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PrizeSettings, readPrizeSettings, taxNoteOf } from '../../settings/read-prize-settings.ts';
import { CONSENT_WORDING } from './delivery/delivery-photo.ts';
import { cashCentavosOf, isPaidFor, selectWonPrizes, type WonPrizeRow } from './prizes.queries.ts';

const PRIZES_SHOWN = 200;

type Deps = Pick<Platform, 'clock'> & { db: Kysely<DB> };

export async function listOwnPrizes({ db, clock }: Deps, userId: string): Promise<WonPrize[]> {
  const settings = await readPrizeSettings(db);
  const rows = await selectWonPrizes(db)
    .where('winner.userId', '=', userId)
    .orderBy('winner.createdAt', 'desc')
    .orderBy('winner.winnerPosition')
    .execute();
  const now = clock.now();
  return rows.map((row) => ({
    ...toWonPrize(row, now, settings),
    contacts: attemptsOf(row).map(({ at, channel, outcome }) => ({ at, channel, outcome })),
  }));
}

/** Undelivered prizes first, among them expired ones whose value is still owed to the Tesouro Nacional. */
export async function listPrizesToDeliver({ db, clock }: Deps): Promise<PrizeToDeliver[]> {
  const settings = await readPrizeSettings(db);
  const rows = await selectWonPrizes(db)
    .orderBy(sql`array_position(array['claimed', 'sent', 'open', 'expired', 'delivered'], claim.state)`)
    .orderBy('claim.claimUntil')
    .limit(PRIZES_SHOWN)
    .execute();
  const now = clock.now();
  return rows.map((row) => ({
    ...toWonPrize(row, now, settings),
    contacts: attemptsOf(row),
    winnerName: row.name,
    winnerEmail: row.email,
    deliveryNote: row.deliveryNote,
    valueCentavos: row.prizeValue === null ? null : centavosFromNumeric(row.prizeValue),
    hasProof: row.proofType !== null,
    treasury: treasuryOf(row, now),
  }));
}

function toWonPrize(row: WonPrizeRow, now: Date, settings: PrizeSettings): Omit<WonPrize, 'contacts'> {
  return {
    winnerId: row.winnerId,
    rifaId: row.rifaId,
    rifaTitle: row.rifaTitle,
    totalNumbers: row.totalNumbers,
    number: row.number,
    position: row.position,
    prizeName: row.prizeName,
    prizeType: row.prizeType as WonPrize['prizeType'],
    cashCentavos: cashCentavosOf(row),
    state: stateOf(row, now),
    isOnHold: !isPaidFor(row),
    claimUntil: row.claimUntil.toISOString(),
    claimedAt: row.claimedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    sentNote: row.sentNote,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    photo: row.photoId
      ? {
          id: row.photoId,
          consentGivenAt: row.consentGivenAt?.toISOString() ?? null,
          wording: CONSENT_WORDING,
        }
      : null,
    voucher:
      row.voucherId === null
        ? null
        : {
            id: row.voucherId,
            status: row.voucherStatus as NonNullable<WonPrize['voucher']>['status'],
            expiresAt: row.voucherUntil!.toISOString(),
            isWaiting: row.voucherWaits!,
          },
    taxNote: taxNoteOf(settings, row.taxNote, row.prizeType as WonPrize['prizeType']),
    contact: row.contact as WonPrize['contact'],
  };
}

function stateOf({ state, claimUntil }: WonPrizeRow, now: Date): PrizeState {
  return stateAt({ state: state as PrizeState, claimUntil }, now);
}

function attemptsOf({ contacts }: WonPrizeRow): PrizeToDeliver['contacts'] {
  return (contacts ?? []).map(({ at, ...attempt }) => ({
    ...(attempt as PrizeToDeliver['contacts'][number]),
    at: new Date(at).toISOString(),
  }));
}

function treasuryOf(row: WonPrizeRow, now: Date): PrizeToDeliver['treasury'] {
  if (stateOf(row, now) !== 'expired' || !ROUTE_RULES[row.route as LegalRoute].lapsesToTreasury) return null;
  return {
    dueOn: treasuryDueOn(row.claimUntil),
    paidOn: row.treasuryPaidOn,
    note: row.treasuryNote,
    hasProof: row.treasuryProofType !== null,
  };
}
