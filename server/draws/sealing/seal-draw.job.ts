import { chooseExtraction } from '@mare/domain/draws/lottery/choose-extraction.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Lottery, readLottery } from '../archive/read-archive.ts';
import { refreshArchive } from '../archive/refresh-archive.ts';
import type { RifaJob } from '../draw-events.ts';
import { findLatestSeal } from '../draws.queries.ts';
import { sealDraw } from './seal-draw.ts';

/** Number of upcoming extractions considered; a draw date is never further ahead once the list is frozen. */
const CHOICE = 60;

/**
 * Seals a frozen list for the extraction that the rifa names, or else the first one on or after the day of the draw
 * that has provably not run. Runs again
 * every minute until a seal exists: a stale archive or a missed extraction delays a draw and never blocks it.
 */
export const sealDrawJob = defineJob('seal-draw', {}, sealAutomatically);

async function sealAutomatically(platform: Platform, { rifaId }: RifaJob): Promise<void> {
  const { db, log, clock } = platform;
  if (await findLatestSeal(db, rifaId)) return;
  const rifa = await db
    .selectFrom('rifas')
    .select(['title', 'drawDate', 'drawExtraction', 'salesEndAt'])
    .where('id', '=', rifaId)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  if (!rifa) return;
  let lottery = await readLottery(platform, CHOICE);
  if (!lottery.isFresh) {
    await refreshArchive(platform);
    lottery = await readLottery(platform, CHOICE);
  }
  const named = { number: rifa.drawExtraction, day: brasiliaDate(rifa.drawDate) };
  const chosen = chooseExtraction(named, lottery.coming);
  // Sold out early: waits, because the number is only predicted and may run on another day than the declared one.
  const isGuess = chosen && !chosen.isNumberKnown && chosen.number !== rifa.drawExtraction;
  if (isGuess && clock.now() < rifa.salesEndAt) return;
  const sealed = chosen
    ? await sealDraw(
        platform,
        {
          rifaId,
          extraction: chosen.number,
          extractionDate: chosen.date,
          userId: null,
          reason: null,
        },
        lottery,
      )
    : ({ ok: false, code: 'ARCHIVE_STALE' } as const);
  if (sealed.ok || sealed.code === 'UNCHANGED') return;
  log.warn({ rifa: rifaId, code: sealed.code, isFresh: lottery.isFresh }, 'draw not sealed automatically');
  await notifyAdminsOfMissingSeal(platform, rifaId, rifa.title, lottery);
}

async function notifyAdminsOfMissingSeal(
  platform: Platform,
  rifaId: string,
  title: string,
  { latestNumber }: Lottery,
): Promise<void> {
  await notifyAdmins(platform.db, platform, {
    type: 'warning',
    title: 'Um sorteio espera o lacre',
    message: `A lista de “${title}” está congelada, mas o arquivo de extrações não está em dia (última: ${latestNumber ?? 'nenhuma'}). Confira as fontes; o lacre sai sozinho assim que uma delas responder.`,
    data: { href: '/admin/sorteios/extracoes', rifaId },
    deduplicationKey: `seal-needed:${rifaId}`,
  });
}
