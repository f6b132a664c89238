import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { recordResultEntry } from './record-result-entry.ts';
import { findConcernedRifas } from '../deciding-results.ts';
import { resultConfirmed } from '../draw-events.ts';
import { lockConfirmed } from './results.queries.ts';

/**
 * Puts a pending result into effect, replacing an earlier one. Every rifa that it concerns is drawn, or
 * drawn again.
 * @param decidedBy null when no admin decided
 */
export async function applyResult(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  result: { id: string; extraction: number; prizes: readonly string[] },
  decidedBy: string | null,
): Promise<void> {
  const now = platform.clock.now();
  const { id, extraction, prizes } = result;
  const replaced = await lockConfirmed(trx, extraction);
  if (replaced)
    await trx
      .updateTable('lotteryResults')
      .set({ state: 'superseded' })
      .where('id', '=', replaced.id)
      .execute();
  await trx
    .updateTable('lotteryResults')
    .set({ state: 'confirmed', decidedBy, decidedAt: now })
    .where('id', '=', id)
    .execute();
  await recordInLog(trx, now, id, replaced !== undefined);
  for (const { rifaId } of await findConcernedRifas(trx, extraction, now))
    await platform.jobs.enqueue(trx, resultConfirmed, { rifaId });
  await recordActivity(trx, platform, {
    userId: decidedBy,
    action: replaced ? 'correct-lottery-result' : 'confirm-lottery-result',
    entityType: 'lottery-result',
    entityId: id,
    description: `Resultado da extração ${extraction} ${replaced ? 'corrigido e confirmado' : 'confirmado'}.`,
    details: { extraction, prizes, replaced: replaced?.id ?? null },
  });
}

/** Writes the result into the public log, after the correction that it is. */
async function recordInLog(
  trx: Transaction<DB>,
  now: Date,
  resultId: string,
  isCorrection: boolean,
): Promise<void> {
  const { extraction, version, source } = await trx
    .selectFrom('lotteryResults')
    .select(['extraction', 'version', 'source'])
    .where('id', '=', resultId)
    .executeTakeFirstOrThrow();
  if (isCorrection)
    await recordEntry(trx, {
      kind: 'correction',
      at: now.toISOString(),
      extraction,
      version,
      reason:
        source === 'official'
          ? 'A Loteria Federal publicou outro resultado desta extração.'
          : 'Dois administradores corrigiram o resultado desta extração.',
    });
  await recordResultEntry(trx, now, resultId);
}
