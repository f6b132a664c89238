/** Every minute: frees the tickets of people who no longer answer any, and assigns them to others. */
import { recordActivity } from '../../activity-log/record-activity.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueAssignment } from './assign-in-turn.job.ts';
import { selectAgents } from './presence.ts';

/** Maximum per run; the next run continues a minute later. */
const BATCH = 100;

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

export const reassignTicketsJob = defineJob('reassign-tickets', { everyMinutes: 1 }, reassignTickets);

async function reassignTickets(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const agents = selectAgents(trx)
      .select('profiles.id')
      .where((eb) => eb.or([eb('user.bannedUntil', 'is', null), eb('user.bannedUntil', '<=', now)]));
    const freed = await trx
      .updateTable('supportTickets')
      .set({ assignedTo: null, updatedAt: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('supportTickets')
          .select('id')
          .where('status', 'in', ['open', 'in_progress', 'escalated'])
          .where('assignedTo', 'is not', null)
          .where('assignedTo', 'not in', agents)
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'subject'])
      .execute();
    for (const { id, subject } of freed) {
      await recordActivity(trx, deps, {
        userId: null,
        action: 'unassign-ticket',
        entityType: 'ticket',
        entityId: id,
        description: `O ticket “${subject}” ficou sem responsável: quem o tinha saiu do atendimento.`,
        details: { after: { assignedTo: null } },
      });
      await enqueueAssignment(deps, trx, id);
    }
  });
}
