import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ROLES } from '@mare/domain/accounts/permissions.ts';
import { pickErrors } from '../errors.ts';
import { plainText } from '../plain-text.ts';

const staffRole = z.enum(ROLES).exclude(['buyer']);

const team = z.object({
  members: z.array(
    z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable(), role: staffRole }),
  ),
  /** Open ones, newest first. */
  invitations: z.array(
    z.object({ id: z.uuid(), email: z.string(), role: staffRole, expiresAt: z.iso.datetime() }),
  ),
});
export type Team = z.infer<typeof team>;

const managers = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const teamContract = {
  team: oc
    .route({ method: 'GET', path: '/admin/team', summary: 'The shop’s team and its open invitations' })
    .output(team)
    .errors(managers),
  inviteColleague: oc
    .route({
      method: 'POST',
      path: '/admin/team/invitations',
      summary: 'Invite a person to the team by mail; replaces an open invitation of the address',
    })
    .input(
      z.object({
        email: z.email().max(254),
        role: staffRole,
        /** Reason for giving the admin role; public while a draw is under way. */
        reason: plainText(300).default(''),
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors({ ...managers, ...pickErrors('RECENT_PROOF_REQUIRED', 'TOO_MANY_REQUESTS', 'VERSION_CONFLICT') }),
  revokeInvitation: oc
    .route({ method: 'DELETE', path: '/admin/team/invitations/{id}', summary: 'Revoke an open invitation' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...managers, ...pickErrors('NOT_FOUND') }),
  acceptInvitation: oc
    .route({ method: 'POST', path: '/team-invitations', summary: 'Accept an invitation to the team' })
    .input(z.object({ token: z.string().max(200) }))
    .output(
      z.object({
        role: staffRole,
        /** Null: the caller has the role. Otherwise when, under the two-person rule. */
        effectiveAt: z.iso.datetime().nullable(),
      }),
    )
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'TOO_MANY_REQUESTS',
        'NOT_FOUND',
        'INVITATION_CLOSED',
        'INVITATION_OTHER_EMAIL',
        'VERSION_CONFLICT',
        'ALREADY_REQUESTED',
        'RECENT_CHANGE',
      ),
    ),
};
