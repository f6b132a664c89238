/** Reminds the team of rifas with an overdue step after their sales. */
import { ENDING_STEP_LABELS } from '@mare/domain/rifas/ending/ending-labels.ts';
import { endingSteps } from '@mare/domain/rifas/ending/ending-steps.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEndings } from './ending-facts.queries.ts';
import { findUnfinishedRifas } from './unfinished-rifas.queries.ts';

/** Daily at 9:00 in Brasília. */
export const remindEndingsJob = defineJob('remind-endings', { cron: '0 12 * * *' }, remindEndings);

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** One notification per overdue step of the team, repeated weekly. */
export async function remindEndings(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const open = await findUnfinishedRifas(db, now);
  const endings = await findEndings(
    db,
    open.filter(({ status }) => status !== 'active').map(({ id }) => id),
  );
  for (const { id: rifaId, title, facts } of endings)
    for (const step of endingSteps(facts, now)) {
      if (step.state !== 'late' || (step.waitsFor !== 'team' && step.waitsFor !== 'second_person')) continue;
      const weeks = Math.floor((now.getTime() - step.until!.getTime()) / WEEK_MS);
      await notifyAdmins(db, platform, {
        type: 'warning',
        title: 'Uma rifa espera por você',
        message: `“${title}”: ${ENDING_STEP_LABELS[step.id].toLowerCase()} está atrasado. Veja o que falta no encerramento da rifa.`,
        data: { href: `/admin/rifas/${rifaId}`, rifaId },
        deduplicationKey: `ending:${rifaId}:${step.id}:${weeks}`,
      });
    }
}
