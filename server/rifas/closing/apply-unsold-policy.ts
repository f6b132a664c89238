import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { POSTPONED_DAYS } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { type EndOfSales, readEndOfSales } from './read-end-of-sales.ts';

const DAY_MS = 86_400_000;

/**
 * Postpones or refunds a rifa that sold too few cotas by its end of sales, as it declared before its first sale.
 * Reserved cotas count once they are paid.
 *
 * @returns whether to draw it; false while a payment can decide that, or if a concurrent call has postponed it
 */
export async function applyUnsoldPolicy(platform: Platform, rifaId: string): Promise<boolean> {
  const sales = await readEndOfSales(platform.db, rifaId);
  if (!sales || sales.isOpen || sales.salesEndAt > platform.clock.now()) return false;
  const { end, minPercent } = sales;
  if (end === 'refund') {
    const note = `Vendeu menos de ${minPercent}% das cotas até a data do sorteio.`;
    const cancelled = { to: 'cancelled', note, cancelReason: 'SOLD_TOO_FEW' } as const;
    await changeRifaState(platform, null, { id: rifaId, version: null, ...cancelled });
  }
  if (end === 'postpone') await postpone(platform, rifaId, sales);
  return end === 'draw';
}

/** Idempotent per draw date, also under concurrent calls. */
async function postpone(
  platform: Platform,
  rifaId: string,
  { drawDate: from, soldNumbers }: EndOfSales,
): Promise<void> {
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
    await recordEntry(trx, {
      kind: 'postponed',
      at: platform.clock.now().toISOString(),
      rifaId,
      soldNumbers,
      drawDate: drawDate.toISOString(),
    });
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
