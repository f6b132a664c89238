import { api, requireUser } from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { changeOwnLimits } from './change-own-limits.ts';
import { readOwnLimits } from './read-own-limits.ts';

export const ownLimitsRoutes = {
  ownLimits: api.accounts.ownLimits.use(requireUser).handler(({ context: { principal, platform } }) => {
    return readOwnLimits(platform.db, platform, principal.userId);
  }),
  changeOwnLimits: api.accounts.changeOwnLimits
    .use(requireUser)
    .use(once)
    .handler(({ context, input }) => {
      const { userId } = context.principal;
      return changeOwnLimits(context.platform, { userId, ipAddress: context.ipAddress }, input);
    }),
};
