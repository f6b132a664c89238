import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectStaff } from './desk.queries.ts';

/** Maximum per run; the next run continues a minute later. */
const BATCH = 100;

/** Every minute: escalates overdue tickets and notifies all staff. */
export const escalateTicketsJob = defineJob('escalate-tickets', { everyMinutes: 1 }, escalateTickets);

async function escalateTickets(platform: Pick<Platform, 'db' | 'clock' | 'random'>): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const escalated = await trx
      .updateTable('supportTickets')
      .set({ status: 'escalated', updatedAt: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('supportTickets')
          .select('id')
          .where('status', 'in', ['open', 'in_progress'])
          .where('awaitingAnswer', '=', true)
          .where('slaResponseDue', '<', now)
          .orderBy('slaResponseDue')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'subject', 'slaResponseDue'])
      .execute();
    if (escalated.length === 0) return;
    const staff = await selectStaff(trx, false);
    for (const { id, subject, slaResponseDue } of escalated) {
      await recordActivity(trx, platform, {
        userId: null,
        action: 'escalate-ticket',
        entityType: 'ticket',
        entityId: id,
        description: `O ticket “${subject}” passou do prazo de resposta e foi escalado.`,
      });
      for (const agent of staff)
        await sendNotification(trx, platform, {
          userId: agent.id,
          type: 'error',
          title: 'Ticket fora do prazo',
          message: subject,
          data: { href: `/admin/support?ticket=${id}` },
          deduplicationKey: `ticket-escalated:${id}:${slaResponseDue.getTime()}:${agent.id}`,
        });
    }
  });
}
