import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import type { Platform } from '../platform/platform.ts';
import { findLotteryHours } from './archive/find-lottery-hours.ts';

/**
 * Updates the extraction shown on every page to the deciding one, or the sealed one. The caller holds the lock on
 * the rifa.
 * @param date ISO date of the extraction
 */
export async function setDrawDay(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'config'>,
  { rifaId, extraction, date }: { rifaId: string; extraction: number; date: string },
): Promise<void> {
  const { drawDate } = await trx
    .selectFrom('rifas')
    .select('drawDate')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const isMoved = brasiliaDate(drawDate) !== date;
  const moved = isMoved && { drawDate: extractionTime(date, await findLotteryHours(platform, trx)) };
  await trx
    .updateTable('rifas')
    .set((eb) => ({ drawExtraction: extraction, ...moved, version: eb('version', '+', 1) }))
    .where('id', '=', rifaId)
    .execute();
}
