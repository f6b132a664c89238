import { jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import { discardParkedJob, listParkedJobs, retryParkedJobs } from '../../platform/jobs/parked-jobs.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { findJobSubjects } from './job-subjects.ts';

const SHOWN = 50;

const { parkedJobs } = api.admin;
const guard = requirePermission('manage-messages');

export const parkedJobsRoutes = {
  list: parkedJobs.list.use(guard).handler(async ({ context: { platform } }) => {
    const { jobs, count } = await listParkedJobs(platform.db, SHOWN);
    const subjects = await findJobSubjects(
      platform.db,
      jobs.map(({ data }) => data),
    );
    return {
      count,
      jobs: jobs.map(({ id, queue, attempts, lastError, recurs, createdAt, failedAt }, at) => ({
        id,
        queue,
        ...subjects[at]!,
        attempts,
        lastError,
        recurs,
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
              ? `Mandou tentar de novo a tarefa parada “${jobLabel(queues[0]!).title}”.`
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
          description: `Descartou a tarefa parada “${jobLabel(queue).title}”.`,
        });
      return { discarded: queue !== undefined };
    }),
  ),
};
