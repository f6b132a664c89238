import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';

const DAY_MS = 86_400_000;

export type CloseCause = 'due' | 'sold_out';

const CAUSES: Record<CloseCause, string> = {
  due: 'a hora marcada chegou',
  sold_out: 'todas as cotas foram vendidas',
};

/**
 * Ends a rifa's sales in a separate transaction, so that every later order sees the change. Pending orders may still
 * be paid; the list is frozen when none is left.
 */
export async function closeRifa(
  platform: Platform,
  rifaId: string,
  cause: CloseCause,
): Promise<{ ok: true } | { ok: false; code: 'NOT_ACTIVE' }> {
  const { db, clock } = platform;
  const now = clock.now();
  const earliest = cause === 'sold_out' ? await earliestDraw(platform, now) : null;
  const isEarlier = sql<boolean>`draws_early and draw_date > ${earliest?.runsAt ?? null}::timestamptz`;
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('rifas')
      .set((eb) => ({
        status: 'closed',
        closedAt: now,
        version: eb('version', '+', 1),
        ...(earliest && {
          drawDate: eb.case().when(isEarlier).then(earliest.runsAt).else(eb.ref('drawDate')).end(),
          drawExtraction: eb
            .case()
            .when(isEarlier)
            .then(earliest.isNumberKnown ? earliest.number : null)
            .else(eb.ref('drawExtraction'))
            .end(),
        }),
      }))
      .where('id', '=', rifaId)
      .where('status', '=', 'active')
      .returning('title')
      .executeTakeFirst();
    if (!closed) return { ok: false, code: 'NOT_ACTIVE' };
    await platform.jobs.enqueue(trx, freezeListJob, { rifaId });
    await recordActivity(trx, platform, {
      userId: null,
      action: 'close-rifa',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Vendas de “${closed.title}” encerradas: ${CAUSES[cause]}.`,
      details: { cause },
    });
    return { ok: true };
  });
}

/** The first extraction with at least a day's notice to the buyers; null if none is known. */
async function earliestDraw(platform: Platform, now: Date) {
  const { coming } = await readLottery(platform);
  return coming.find(({ runsAt }) => runsAt.getTime() - now.getTime() >= DAY_MS) ?? null;
}
