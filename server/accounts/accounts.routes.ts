import { resetSecondFactor } from './factors/reset-second-factor.ts';
import type { ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { banUser } from './safety/ban-user.ts';
import { correctContact } from './safety/correct-contact.ts';
import { changeRole } from './safety/change-role.ts';
import {
  api,
  type RequestContext,
  requireRecentProof,
  requireRecentProofIf,
  requireUser,
  requirePermission,
} from '../platform/http/api.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { findProfile } from './profile/profile.queries.ts';
import { updateProfile } from './profile/update-profile.ts';

/** Codes and messages go to the phone. The same number in another format is no change. */
async function changesPhone(
  { phone }: Pick<ProfileChanges, 'phone'>,
  { platform, principal }: Pick<RequestContext, 'platform' | 'principal'>,
): Promise<boolean> {
  if (phone === undefined) return false;
  const profile = principal && (await findProfile(platform.pool, principal));
  return profile !== null && (profile?.phone ?? '') !== (phone ?? '').replaceAll(/\D/g, '');
}

export const accountsRoutes = {
  ban: api.accounts.ban
    .use(requirePermission('manage-people'))
    .use(requireRecentProof)
    .handler(async ({ context, input, errors }) => {
      const by = { userId: context.admin.userId, ipAddress: context.ipAddress };
      const ban = {
        userId: input.id,
        until: input.until ? new Date(input.until) : null,
        reason: input.reason,
      };
      const banned = await banUser(context.platform, by, ban);
      if (!banned.ok) throw errors[banned.code]();
      return { id: input.id };
    }),
  correctContact: api.accounts.correctContact
    .use(requirePermission('correct-contacts'))
    .use(requireRecentProof)
    .handler(async ({ context, input, errors }) => {
      const by = { userId: context.admin.userId, ipAddress: context.ipAddress };
      const { id, before, reason, ...after } = input;
      const corrected = await correctContact(context.platform, by, { userId: id, before, after, reason });
      if (!corrected.ok) throw errors[corrected.code]();
      return { id };
    }),
  resetSecondFactor: api.accounts.resetSecondFactor
    .use(requirePermission('manage-people'))
    .use(requireRecentProof)
    .handler(async ({ context, input, errors }) => {
      const by = { userId: context.admin.userId, ipAddress: context.ipAddress };
      const { id, reason } = input;
      const reset = await resetSecondFactor(context.platform, by, { userId: id, reason });
      if (!reset.ok) throw errors[reset.code]();
      return { id };
    }),
  changeRole: api.accounts.changeRole
    .use(requirePermission('manage-people'))
    .use(requireRecentProof)
    .handler(async ({ context, input, errors }) => {
      const by = { userId: context.admin.userId, ipAddress: context.ipAddress };
      const { id, from, to, reason } = input;
      const changed = await changeRole(context.platform, by, { userId: id, from, to, reason });
      if (!changed.ok) throw errors[changed.code]();
      return { id, effectiveAt: changed.effectiveAt?.toISOString() ?? null };
    }),
  sessions: api.accounts.sessions.use(requireUser).handler(({ context }) => {
    return listSessions(context.platform, context.principal);
  }),
  revokeSession: api.accounts.revokeSession.use(requireUser).handler(async ({ context, input, errors }) => {
    if (!(await revokeSession(context.platform, context.principal, input.id))) throw errors.NOT_FOUND();
    return { id: input.id };
  }),
  me: api.accounts.me.use(requireUser).handler(async ({ context, errors }) => {
    const profile = await findProfile(context.platform.pool, context.principal);
    if (!profile) throw errors.NOT_AUTHENTICATED();
    return profile;
  }),
  updateProfile: api.accounts.updateProfile
    .use(requireUser)
    .use(requireRecentProofIf(changesPhone))
    .handler(async ({ context, input, errors }) => {
      const updated = await updateProfile(context.platform, context.principal, input, context.ipAddress);
      if (!updated.ok && updated.code === 'PERSON_CONFLICT') throw errors.PERSON_CONFLICT({ data: updated });
      if (!updated.ok) throw errors.INVALID_PROFILE({ data: { field: updated.field } });
      const profile = await findProfile(context.platform.pool, context.principal);
      if (!profile) throw errors.NOT_AUTHENTICATED();
      return profile;
    }),
};
