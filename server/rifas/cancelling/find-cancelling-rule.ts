import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type CancellingRule, cancellingRule } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { findSealedExtraction } from '../../draws/sealing/find-sealed-extraction.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'clock' | 'config'>;

/** Finds how an admin may cancel this rifa now. Locks it, so that a draw waits. */
export async function findCancellingRule(
  trx: Transaction<DB>,
  platform: Deps,
  rifaId: string,
): Promise<CancellingRule> {
  await trx.selectFrom('rifas').select('id').where('id', '=', rifaId).forUpdate().execute();
  return readCancellingRule(trx, platform, rifaId);
}

/** Finds how an admin may cancel this rifa now, for display only. */
export async function readCancellingRule(
  db: Kysely<DB>,
  platform: Deps,
  rifaId: string,
): Promise<CancellingRule> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['status', 'salesEndAt'])
    .where('id', '=', rifaId)
    .executeTakeFirst();
  // Not cancellable: the state itself rejects it.
  if (!rifa || !canChangeRifa(rifa.status as RifaStatus, 'cancelled')) return 'FREE';
  const now = platform.clock.now();
  return cancellingRule(
    {
      status: rifa.status as RifaStatus,
      salesAreOver: rifa.status === 'active' && rifa.salesEndAt <= now,
      extraction: await findSealedExtraction(db, platform, rifaId),
    },
    now,
  );
}
