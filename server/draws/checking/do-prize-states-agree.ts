import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { EntryKind } from '@mare/domain/transparency/log/log-entry.ts';
import { deliveriesHold, instantStatesHold } from '@mare/domain/transparency/verify/instant/prize-states.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { listEntries } from '../../transparency/entries/list-entries.ts';

/** Whether every void or delivered prize of a rifa is so in the public log, and every void cota premiada there is here. */
export function doPrizeStatesAgree(db: Kysely<DB>, rifaId: string): Promise<boolean> {
  return inSnapshot(db, async (trx) => {
    const entries = await listEntries(trx, rifaId, KINDS);
    // A rifa from before the log.
    if (!entries.some(({ kind }) => kind === 'published')) return true;
    const instant = await trx
      .selectFrom('instantPrizes')
      .select(['position', 'voidedAt', 'deliveredAt'])
      .where('rifaId', '=', rifaId)
      .execute();
    const won = await trx
      .selectFrom('rifaWinners as winner')
      .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
      .select(['winner.winnerPosition as position', 'claim.state'])
      .where('winner.rifaId', '=', rifaId)
      // The use of a voucher is logged after the period in which it can be undone.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('serviceVouchers as voucher')
              .select('voucher.id')
              .whereRef('voucher.winnerId', '=', 'winner.id')
              .where('voucher.deliveryRecorded', '=', false),
          ),
        ),
      )
      .execute();
    const states = instant.map(({ position, voidedAt, deliveredAt }) => ({
      position,
      isVoid: voidedAt !== null,
      isDelivered: deliveredAt !== null,
    }));
    const deliveries = won.map(({ position, state }) => ({ position, isDelivered: state === 'delivered' }));
    return instantStatesHold(states, entries) && deliveriesHold(deliveries, entries);
  });
}

const KINDS = [
  'published',
  'instantVoided',
  'instantRestored',
  'instantDelivered',
  'delivered',
] as const satisfies readonly EntryKind[];
