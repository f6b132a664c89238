import { api } from '../platform/api.ts';
import { findProfile } from './profile.queries.ts';

export const accountsRoutes = {
  me: api.accounts.me.handler(async ({ context, errors }) => {
    const profile = context.principal && (await findProfile(context.platform.db, context.principal.userId));
    if (!profile) throw errors.NOT_AUTHENTICATED();
    return profile;
  }),
};
