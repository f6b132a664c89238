/** Four-eyes principle: a result takes effect when an admin other than its author confirms it. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { resultConfirmed } from '../draw-events.ts';
import { findConcernedRifas } from '../deciding-results.ts';

export interface Decision {
  resultId: string;
  userId: string;
}

export type DecisionResult =
  | { ok: true }
  | {
      ok: false;
      /**
       * `SAME_PERSON`: the author of a result cannot confirm it. `PRIZE_DELIVERED`: a prize of the result that it
       * corrects has been delivered.
       */
      code: 'NOT_PENDING' | 'SAME_PERSON' | 'PRIZE_DELIVERED';
    };

export function confirmResult(platform: Platform, { resultId, userId }: Decision): Promise<DecisionResult> {
  return platform.db.transaction().execute(async (trx) => {
    const result = await lockPending(trx, resultId);
    if (!result) return { ok: false, code: 'NOT_PENDING' };
    if (result.enteredBy === userId) return { ok: false, code: 'SAME_PERSON' };
    const replaced = await lockConfirmed(trx, result.extraction);
    if (replaced) {
      if (await hasDeliveredPrize(trx, replaced)) return { ok: false, code: 'PRIZE_DELIVERED' };
      await trx
        .updateTable('lotteryResults')
        .set({ state: 'superseded' })
        .where('id', '=', replaced)
        .execute();
    }
    await trx
      .updateTable('lotteryResults')
      .set({ state: 'confirmed', decidedBy: userId, decidedAt: platform.clock.now() })
      .where('id', '=', resultId)
      .execute();
    for (const rifa of await findConcernedRifas(trx, result.extraction, platform.clock.now()))
      await platform.jobs.enqueue(trx, resultConfirmed, { rifaId: rifa.rifaId });
    await recordActivity(trx, platform, {
      userId,
      action: replaced ? 'correct-lottery-result' : 'confirm-lottery-result',
      entityType: 'lottery-result',
      entityId: resultId,
      description: `Resultado da extração ${result.extraction} ${replaced ? 'corrigido e confirmado' : 'confirmado'}.`,
      details: { extraction: result.extraction, prizes: result.prizes, replaced },
    });
    return { ok: true };
  });
}

/** Keeps the entry, marked as rejected; a new one may be entered. */
export function rejectResult(platform: Platform, { resultId, userId }: Decision): Promise<DecisionResult> {
  return platform.db.transaction().execute(async (trx) => {
    const result = await lockPending(trx, resultId);
    if (!result) return { ok: false, code: 'NOT_PENDING' };
    await trx
      .updateTable('lotteryResults')
      .set({ state: 'rejected', decidedBy: userId, decidedAt: platform.clock.now() })
      .where('id', '=', resultId)
      .execute();
    await recordActivity(trx, platform, {
      userId,
      action: 'reject-lottery-result',
      entityType: 'lottery-result',
      entityId: resultId,
      description: `Resultado da extração ${result.extraction} recusado na conferência.`,
      details: { extraction: result.extraction, prizes: result.prizes },
    });
    return { ok: true };
  });
}

function lockPending(trx: Transaction<DB>, resultId: string) {
  return trx
    .selectFrom('lotteryResults')
    .select(['extraction', 'prizes', 'enteredBy'])
    .where('id', '=', resultId)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

/** @returns its id */
async function lockConfirmed(trx: Transaction<DB>, extraction: number): Promise<string | null> {
  const row = await trx
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', extraction)
    .where('state', '=', 'confirmed')
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

async function hasDeliveredPrize(trx: Transaction<DB>, resultId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('draws')
    .innerJoin('rifaWinners as winner', (join) =>
      join.onRef('winner.rifaId', '=', 'draws.rifaId').onRef('winner.drawVersion', '=', 'draws.version'),
    )
    .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .select('winner.id')
    .where('claim.state', '=', 'delivered')
    .where((eb) => eb(eb.val(resultId), '=', eb.fn.any('draws.resultIds')))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
