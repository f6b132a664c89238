import { api } from '../../platform/http/api.ts';
import { changeOwnLimits } from './change-own-limits.ts';
import { readOwnLimits } from './read-own-limits.ts';

export const ownLimitsRoutes = {
  ownLimits: api.accounts.ownLimits.handler(({ context: { principal, platform }, errors }) => {
    if (!principal) throw errors.NOT_AUTHENTICATED();
    return readOwnLimits(platform.db, platform, principal.userId);
  }),
  changeOwnLimits: api.accounts.changeOwnLimits.handler(({ context, input, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const { userId } = context.principal;
    return changeOwnLimits(context.platform, { userId, address: context.address }, input);
  }),
};
