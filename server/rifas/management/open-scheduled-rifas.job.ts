import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRifaState } from './change-rifa-state.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'log'>;

export const openScheduledRifasJob = defineJob(
  'open-scheduled-rifas',
  { cron: '* * * * *' },
  async (platform: Deps) => void (await openScheduledRifas(platform)),
);

/** Publishes scheduled rifas whose sales, or whose VIP presale, have started. @returns their ids */
export async function openScheduledRifas(platform: Deps): Promise<string[]> {
  const due = await platform.db
    .selectFrom('rifas')
    .select('id')
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`sales_start - vip_hours * interval '1 hour' <= ${platform.clock.now()}`)
    .orderBy('salesStart')
    .execute();
  const opened: string[] = [];
  for (const { id } of due) {
    const changed = await changeRifaState(platform, null, { id, version: null, to: 'active' });
    if (changed.ok) opened.push(id);
    else platform.log.error({ rifa: id, ...changed }, 'failed to open a scheduled rifa');
  }
  return opened;
}
