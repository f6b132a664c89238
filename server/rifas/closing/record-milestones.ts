import { sql } from 'kysely';
import { reachedMilestone } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';

/** After payments, notifies buyers and admins once each when 50%, 80% and 100% of a rifa are sold. */
export async function recordMilestones(platform: Platform, orderIds: string[]): Promise<void> {
  const { rows } = await sql<{ id: string; totalNumbers: number; milestone: number; sold: number }>`
    select r.id, r.total_numbers, r.milestone,
      (select coalesce(sum(sold), 0) from rifa_counters where rifa_id = r.id)::integer as sold
    from rifas r
    where r.announce_milestones and r.milestone < 100
      and r.id in (select rifa_id from order_items where order_id = any (${orderIds}::uuid[]))`.execute(
    platform.db,
  );
  for (const { id, totalNumbers, milestone, sold } of rows) {
    const reached = reachedMilestone(sold, totalNumbers);
    if (reached > milestone) await announce(platform, id, reached);
  }
}

/** Inserts the milestone once: only the first of several concurrent calls notifies. */
async function announce(platform: Platform, rifaId: string, percent: number): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const rifa = await trx
      .updateTable('rifas')
      .set({ milestone: percent })
      .where('id', '=', rifaId)
      .where('milestone', '<', percent)
      .returning(['title', 'drawDate'])
      .executeTakeFirst();
    if (!rifa) return;
    const drawDate = rifa.drawDate.toISOString();
    await recordDrawNews(trx, platform, rifaId, { kind: 'milestone', percent, drawDate });
    await notifyAdmins(trx, platform, {
      type: 'admin',
      title: percent === 100 ? 'Rifa esgotada' : `Rifa ${percent}% vendida`,
      message: `“${rifa.title}” vendeu ${percent}% das cotas.`,
      data: { href: `/admin/rifas/${rifaId}`, rifaId },
      deduplicationKey: `milestone:${rifaId}:${percent}`,
    });
  });
}
