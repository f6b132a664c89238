import { api, requirePermission } from '../../platform/http/api.ts';
import { closeCashDay, readCash } from './close-cash-day.ts';

const { finance } = api.admin;

export const cashRoutes = {
  cash: finance.cash.use(requirePermission('view-money')).handler(({ context: { platform } }) => {
    return readCash(platform.db, platform);
  }),
  closeCash: finance.closeCash
    .use(requirePermission('move-money'))
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      if (!(await closeCashDay(context.platform, { ...input, userId }))) throw errors.VERSION_CONFLICT();
      return { closed: true as const };
    }),
};
