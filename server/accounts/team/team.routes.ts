import {
  api,
  ipAddressOf,
  limitShared,
  requirePermission,
  requireRecentProof,
  requireUser,
} from '../../platform/http/api.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteColleague } from './invite-colleague.ts';
import { readTeam, revokeInvitation } from './revoke-invitation.ts';

const INVITATIONS = { name: 'team-invitations', hits: 30, seconds: 86_400 };
const ACCEPTANCES = { name: 'accept-invitation', hits: 30, seconds: 3600 };

const { accounts } = api;

export const teamRoutes = {
  team: accounts.team.use(requirePermission('manage-team')).handler(({ context: { platform } }) => {
    return readTeam(platform.db, platform.clock.now());
  }),

  inviteColleague: accounts.inviteColleague
    .use(requirePermission('manage-team'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, INVITATIONS, context.admin.userId);
      const invitation = { ...input, email: input.email.trim().toLowerCase() };
      const invited = await inviteColleague(context.platform, context.admin, invitation);
      if (!invited.ok) throw errors[invited.code]();
      return { id: invited.id };
    }),

  revokeInvitation: accounts.revokeInvitation
    .use(requirePermission('manage-team'))
    .handler(async ({ input, context, errors }) => {
      if (!(await revokeInvitation(context.platform, context.admin, input.id))) throw errors.NOT_FOUND();
      return { id: input.id };
    }),

  acceptInvitation: accounts.acceptInvitation.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    await limitShared(context, errors, ACCEPTANCES, userId);
    const caller = { userId, ipAddress: ipAddressOf(context) };
    const accepted = await acceptInvitation(context.platform, caller, input.token);
    if (!accepted.ok) throw errors[accepted.code]();
    return { role: accepted.role, effectiveAt: accepted.effectiveAt?.toISOString() ?? null };
  }),
};
