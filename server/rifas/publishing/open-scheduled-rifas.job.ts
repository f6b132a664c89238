import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { PREPARED_BEFORE_MS } from '@mare/domain/rifas/lifecycle/sales-start.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'log'>;

export const openScheduledRifasJob = defineJob(
  'open-scheduled-rifas',
  { everyMinutes: 1 },
  async (platform: Deps) => void (await openScheduledRifas(platform)),
);

/**
 * Publishes announced rifas whose sales, or whose VIP presale, begin within minutes. Sales open by the clock: orders and
 * pages compare `opens_at`. @returns their ids
 */
export async function openScheduledRifas(platform: Deps): Promise<string[]> {
  const until = new Date(platform.clock.now().getTime() + PREPARED_BEFORE_MS);
  const dueRifas = await platform.db
    .selectFrom('rifas')
    .select('id')
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`sales_start - vip_hours * interval '1 hour' <= ${until}`)
    .orderBy('salesStart')
    .execute();
  const opened: string[] = [];
  for (const { id } of dueRifas) {
    const changed = await changeRifaState(platform, null, { id, version: null, to: 'active' });
    if (changed.ok) opened.push(id);
    else platform.log.error({ rifa: id, ...changed }, 'failed to open a scheduled rifa');
  }
  return opened;
}
