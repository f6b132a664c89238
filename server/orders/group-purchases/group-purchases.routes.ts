import { recordActivity } from '../../activity-log/record-activity.ts';
import { api, requireUser } from '../../platform/http/api.ts';
import { endGroupAsStarter } from './end-group.ts';
import { notifyGroupEndJob } from './notify-group.job.ts';
import { readGroup } from './read-group.ts';

export const groupPurchasesRoutes = {
  group: api.orders.group.handler(async ({ input, context, errors }) => {
    const group = await readGroup(context.platform, input.token, context.principal?.userId ?? null);
    if (!group) throw errors.NOT_FOUND();
    return group;
  }),

  endGroup: api.orders.endGroup.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    const { jobs } = context.platform;
    const ended = await endGroupAsStarter(context.platform, userId, input.token, async (trx, groupId) => {
      await jobs.enqueue(trx, notifyGroupEndJob, { groupId });
      await recordActivity(trx, context.platform, {
        userId,
        action: 'end-group-purchase',
        entityType: 'group-purchase',
        entityId: null,
        description: 'Encerrou um bolão: as partes livres voltaram à venda.',
        ipAddress: context.ipAddress,
      });
    });
    if (ended === 'not_found') throw errors.NOT_FOUND();
    return { ended: true as const };
  }),
};
