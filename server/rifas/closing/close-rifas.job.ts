/** Ends the sales of rifas whose draw is near or whose cotas are all sold. */
import { sql } from 'kysely';
import { endAllotmentsOfRifa } from '../../orders/stand/end-allotments.ts';
import { defineBatchJob, defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeRifa } from './close-rifa.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { applyUnsoldPolicy } from './apply-unsold-policy.ts';
import { recordMilestones } from './record-milestones.ts';

/** Runs every minute; also re-enqueues lost jobs of lists that are not frozen yet. */
export const closeDueRifasJob = defineJob('close-due-rifas', { everyMinutes: 1 }, closeDueRifas);

/** Runs after payments, so that a rifa closes with its last cota. */
export const closeSoldOutJob = defineBatchJob(
  'close-sold-out-rifas',
  {},
  async (platform: Platform, events: { orderId: string }[]) => {
    const orderIds = events.map(({ orderId }) => orderId);
    // Runs before the milestones, whose notifications state the draw date, which closing may bring forward.
    for (const rifaId of await findSoldOut(platform, orderIds)) await closeRifa(platform, rifaId, 'sold_out');
    await recordMilestones(platform, orderIds);
  },
);

export async function closeDueRifas(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const dueRifas = await db
    .selectFrom('rifas')
    .select('id')
    .where('status', '=', 'active')
    .where('salesEndAt', '<=', clock.now())
    .execute();
  // Numbers that a stand has not sold do not count towards the minimum.
  for (const { id } of dueRifas) await endAllotmentsOfRifa(platform, id, 'over');
  for (const { id } of dueRifas)
    if (await applyUnsoldPolicy(platform, id)) await closeRifa(platform, id, 'due');
  for (const rifaId of await findSoldOut(platform)) await closeRifa(platform, rifaId, 'sold_out');
  for (const { id, frozen } of await findUnsealed(platform))
    await platform.jobs.enqueue(db, frozen ? sealDrawJob : freezeListJob, { rifaId: id });
}

/**
 * Closed rifas without a frozen list or a seal whose job was lost, or ended to wait for the lottery archive. A job
 * that failed all its attempts is enqueued again an hour later.
 */
async function findUnsealed({ db }: Platform): Promise<{ id: string; frozen: boolean }[]> {
  const { rows } = await sql<{ id: string; frozen: boolean }>`
    select r.id, l.rifa_id is not null as frozen
    from rifas r left join draw_lists l on l.rifa_id = r.id
    where r.status = 'closed' and not exists (select from draw_seals where rifa_id = r.id)
      and not exists (
        select from pgboss.job
        where name = case when l.rifa_id is null then ${freezeListJob.name} else ${sealDrawJob.name} end
          and data->>'rifaId' = r.id::text
          and (state < 'completed' or state = 'failed' and completed_on > now() - interval '1 hour'))`.execute(
    db,
  );
  return rows;
}

/** @param orderIds restricts the search to rifas of these orders */
async function findSoldOut({ db }: Platform, orderIds?: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from rifas r
    where r.status = 'active'
      and (${orderIds ?? null}::uuid[] is null
        or r.id in (select rifa_id from order_items where order_id = any (${orderIds ?? null}::uuid[])))
      and (select coalesce(sum(sold), 0) from rifa_counters where rifa_id = r.id) = r.total_numbers`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
