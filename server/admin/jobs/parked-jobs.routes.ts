import { api, requirePermission } from '../../platform/http/api.ts';
import { discardParkedJob, listParkedJobs, retryParkedJobs } from '../../platform/jobs/parked-jobs.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';

const SHOWN = 50;

const { parkedJobs } = api.admin;
const guard = requirePermission('manage-messages');

export const parkedJobsRoutes = {
  list: parkedJobs.list.use(guard).handler(async ({ context: { platform } }) => {
    const { jobs, count } = await listParkedJobs(platform.db, SHOWN);
    return {
      count,
      jobs: jobs.map(({ createdAt, failedAt, ...job }) => ({
        ...job,
        createdAt: createdAt.toISOString(),
        failedAt: failedAt.toISOString(),
      })),
    };
  }),
  retry: parkedJobs.retry.use(guard).handler(({ input: { id }, context: { platform, admin } }) =>
    platform.db.transaction().execute(async (trx) => {
      const queues = await retryParkedJobs(trx, id ? { id } : {});
      const retried = queues.length;
      if (retried > 0)
        await recordActivity(trx, platform, {
          userId: admin.userId,
          action: 'retry-jobs',
          entityType: 'job',
          entityId: id,
          description:
            retried === 1
              ? `Mandou tentar de novo uma tarefa de ${queues[0]}.`
              : `Mandou tentar de novo ${retried} tarefas paradas.`,
        });
      return { retried };
    }),
  ),
  discard: parkedJobs.discard.use(guard).handler(({ input: { id }, context: { platform, admin } }) =>
    platform.db.transaction().execute(async (trx) => {
      const queue = await discardParkedJob(trx, id);
      if (queue)
        await recordActivity(trx, platform, {
          userId: admin.userId,
          action: 'discard-job',
          entityType: 'job',
          entityId: id,
          description: `Descartou uma tarefa parada de ${queue}.`,
        });
      return { discarded: queue !== undefined };
    }),
  ),
};
