import { api } from '../../platform/api.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { findProfile } from './profile.queries.ts';
import { updateProfile } from './update-profile.ts';

export const accountsRoutes = {
  sessions: api.accounts.sessions.handler(({ context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    return listSessions(context.platform, context.principal);
  }),
  revokeSession: api.accounts.revokeSession.handler(async ({ context, input, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    if (!(await revokeSession(context.platform, context.principal, input.id))) throw errors.NOT_FOUND();
    return { id: input.id };
  }),
  me: api.accounts.me.handler(async ({ context, errors }) => {
    const profile = context.principal && (await findProfile(context.platform.db, context.principal.userId));
    if (!profile) throw errors.NOT_AUTHENTICATED();
    return profile;
  }),
  updateProfile: api.accounts.updateProfile.handler(async ({ context, input, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const { userId } = context.principal;
    const updated = await updateProfile(context.platform, userId, input);
    if (!updated.ok) throw errors.INVALID_PROFILE({ data: { field: updated.field } });
    const profile = await findProfile(context.platform.db, userId);
    if (!profile) throw errors.NOT_AUTHENTICATED();
    return profile;
  }),
};
