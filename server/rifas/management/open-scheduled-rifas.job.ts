import { sql } from 'kysely';
import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRifaState } from './change-rifa-state.ts';

export const OPEN_SCHEDULED_RIFAS = 'open-scheduled-rifas';

type Needs = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'log'>;

export function openScheduledRifasJob(platform: Needs): JobDefinition<object> {
  return {
    name: OPEN_SCHEDULED_RIFAS,
    cron: '* * * * *',
    retryLimit: 0,
    handle: async () => {
      await openScheduledRifas(platform);
    },
  };
}

/** Publishes every scheduled rifa whose time has come, or that of its VIPs. @returns their ids */
export async function openScheduledRifas(platform: Needs): Promise<string[]> {
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
    else platform.log.error({ rifa: id, ...changed }, 'a scheduled rifa could not open');
  }
  return opened;
}
