import { sql } from 'kysely';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { endOfSales, POSTPONED_DAYS, type UnsoldPolicy } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';

const DAY_MS = 86_400_000;

/**
 * Postpones or refunds a rifa that sold too few cotas by its draw date, as it declared before its first sale.
 *
 * @returns whether to draw it; false if a concurrent call has postponed it
 */
export async function applyUnsoldPolicy(platform: Platform, rifaId: string): Promise<boolean> {
  const { db, clock } = platform;
  const { rows } = await sql<{
    policy: UnsoldPolicy;
    minPercent: number;
    totalNumbers: number;
    postponements: number;
    drawDate: Date;
    soldNumbers: number;
  }>`
    select unsold_policy as policy, unsold_min_percent as min_percent, total_numbers, postponements, draw_date,
      (select coalesce(sum(sold + reserved), 0) from rifa_counters where rifa_id = rifas.id)::integer as sold_numbers
    from rifas where id = ${rifaId} and status = 'active'
      and sales_end_at <= ${clock.now()}`.execute(db);
  const rifa = rows[0];
  if (!rifa) return false;
  const end = endOfSales(rifa);
  if (end === 'refund') {
    const note = `Vendeu menos de ${rifa.minPercent}% das cotas até a data do sorteio.`;
    const cancelled = { to: 'cancelled', note, cancelReason: 'SOLD_TOO_FEW' } as const;
    await changeRifaState(platform, null, { id: rifaId, version: null, ...cancelled });
  }
  if (end === 'postpone') await postpone(platform, rifaId, rifa.drawDate);
  return end === 'draw';
}

/** Idempotent per draw date, also under concurrent calls. */
async function postpone(platform: Platform, rifaId: string, from: Date): Promise<void> {
  const earliest = new Date(from.getTime() + POSTPONED_DAYS * DAY_MS);
  const { coming } = await readLottery(platform);
  const extraction = coming.find(({ date }) => date >= brasiliaDate(earliest));
  const drawDate = extraction?.runsAt ?? earliest;
  const drawExtraction = extraction?.isNumberKnown ? extraction.number : null;
  await platform.db.transaction().execute(async (trx) => {
    const postponed = await trx
      .updateTable('rifas')
      .set((eb) => ({
        drawDate,
        drawExtraction,
        postponements: eb('postponements', '+', 1),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', rifaId)
      .where('status', '=', 'active')
      .where('drawDate', '=', from)
      .returning('title')
      .executeTakeFirst();
    if (!postponed) return;
    await recordDrawNews(trx, platform, rifaId, { kind: 'postponed', drawDate: drawDate.toISOString() });
    await recordActivity(trx, platform, {
      userId: null,
      action: 'postpone-rifa',
      entityType: 'rifa',
      entityId: rifaId,
      description: `O sorteio de “${postponed.title}” foi adiado: poucas cotas vendidas até a data.`,
      details: { before: { drawDate: from }, after: { drawDate } },
    });
  });
}
