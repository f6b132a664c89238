/** Actions under the two-person rule: open and finished ones, and approving or cancelling them. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { APPROVAL_KINDS, APPROVAL_STATES } from '@mare/domain/approvals/two-person-rule.ts';
import { pickErrors } from '../errors.ts';

const action = z.object({
  kind: z.enum(APPROVAL_KINDS),
  reason: z.string(),
  requestedAt: z.iso.datetime(),
  /** When it takes effect, unless an admin cancels it before. */
  effectiveAt: z.iso.datetime(),
  /** When the second person approved; null without one. */
  decidedAt: z.iso.datetime().nullable(),
  state: z.enum(APPROVAL_STATES),
  /** When it took effect, failed or was cancelled. */
  finishedAt: z.iso.datetime().nullable(),
  /** Error code if the action failed. */
  error: z.string().nullable(),
});

/** An action as a draw page shows it. Names are masked: 'M*** S.'. */
export const publicAction = action.extend({
  id: z.uuid(),
  requestedBy: z.string(),
  approvedBy: z.string().nullable(),
  cancelledBy: z.string().nullable(),
  /** Whether someone other than the requester cancelled the action. */
  isRejected: z.boolean(),
});
export type PublicAction = z.infer<typeof publicAction>;

/** An action as the panel shows it. */
export const approval = publicAction.extend({
  /** Description of the action, in Portuguese. */
  summary: z.string(),
  rifaId: z.uuid().nullable(),
  isOwn: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

export const approvers = z.object({
  /** Number of other admins who can approve the caller's requests now. */
  now: z.int(),
  /** Number of other admins whose tenure is still too short to approve. */
  later: z.int(),
  /** When the caller's tenure is long enough to approve requests of others; null if it already is. */
  callerFrom: z.iso.datetime().nullable(),
});
export type Approvers = z.infer<typeof approvers>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const approvals = {
  list: oc
    .route({ method: 'GET', path: '/admin/approvals', summary: 'List actions that take two people' })
    .output(z.object({ open: z.array(approval), finished: z.array(approval), approvers }))
    .errors(onlyAdmins),
  approve: oc
    .route({
      method: 'POST',
      path: '/admin/approvals/{id}/approve',
      summary: 'Approve another admin’s action',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ effectiveAt: z.iso.datetime() }))
    .errors({ ...onlyAdmins, ...pickErrors('APPROVAL_REJECTED', 'RECENT_PROOF_REQUIRED') }),
  cancel: oc
    .route({ method: 'POST', path: '/admin/approvals/{id}/cancel', summary: 'Cancel an action that waits' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ cancelled: z.literal(true) }))
    .errors({ ...onlyAdmins, ...pickErrors('APPROVAL_REJECTED') }),
  approvers: oc
    .route({
      method: 'GET',
      path: '/admin/approvers',
      summary: 'Count who could approve the caller’s actions',
    })
    .output(approvers)
    .errors(onlyAdmins),
};
