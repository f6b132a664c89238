import type { Platform } from '../../platform/platform.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';

const DAY_MS = 86_400_000;

export type CloseCause = 'due' | 'sold_out';

const CAUSES: Record<CloseCause, string> = {
  due: 'a data do sorteio chegou',
  sold_out: 'todas as cotas foram vendidas',
};

/**
 * Ends a rifa's sales. The change is committed at once, and alone: every order that starts afterwards sees it. Orders
 * that are pending may still be paid; the list is frozen once none is left.
 */
export async function closeRifa(
  platform: Platform,
  rifaId: string,
  cause: CloseCause,
): Promise<{ ok: true } | { ok: false; code: 'NOT_ACTIVE' }> {
  const { db, clock } = platform;
  const now = clock.now();
  const earliest = cause === 'sold_out' ? await earliestDraw(platform, now) : null;
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('rifas')
      .set((eb) => ({
        status: 'closed',
        closedAt: now,
        drawDate:
          cause === 'sold_out'
            ? eb
                .case()
                .when('drawsEarly', '=', true)
                .then(eb.fn<Date>('least', ['drawDate', eb.val(earliest)]))
                .else(eb.ref('drawDate'))
                .end()
            : eb.ref('drawDate'),
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

/** The first extraction that leaves a day to announce it to the buyers; null when none is known. */
async function earliestDraw(platform: Platform, now: Date): Promise<Date | null> {
  const { coming } = await readLottery(platform);
  return coming.find(({ runsAt }) => runsAt.getTime() - now.getTime() >= DAY_MS)?.runsAt ?? null;
}
