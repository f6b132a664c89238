/** The two-person rule in the panel. */
import { api, requireRecentProof, requirePermission } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { type ApprovalHandlers } from './execute-approvals.ts';
import { approve, cancelApproval } from './approvals.ts';
import { findApprovers } from './find-admins.ts';
import { listApprovals } from './read-approvals.ts';

const { approvals } = api;

/** @param handlersOf handlers of the features that request actions */
export function createApprovalsRoutes(handlersOf: (platform: Platform) => ApprovalHandlers) {
  return {
    list: approvals.list.use(requirePermission('approve-actions')).handler(async ({ context }) => {
      const { platform, admin } = context;
      const [listed, approvers] = await Promise.all([
        listApprovals(platform.db, admin.userId),
        findApprovers(platform, admin.userId),
      ]);
      return { ...listed, approvers };
    }),

    approve: approvals.approve
      .use(requirePermission('approve-actions'))
      .use(requireRecentProof)
      .handler(async ({ input, context, errors }) => {
        const approved = await approve(context.platform, { id: input.id, userId: context.admin.userId });
        if (!approved.ok) throw errors.APPROVAL_REJECTED({ data: { reason: approved.code } });
        return { effectiveAt: approved.effectiveAt.toISOString() };
      }),

    cancel: approvals.cancel
      .use(requirePermission('approve-actions'))
      .handler(async ({ input, context, errors }) => {
        const { platform, admin } = context;
        const by = { id: input.id, userId: admin.userId };
        if (!(await cancelApproval(platform, handlersOf(platform), by)))
          throw errors.APPROVAL_REJECTED({ data: { reason: 'NOT_WAITING' } });
        return { cancelled: true };
      }),

    approvers: approvals.approvers
      .use(requirePermission('approve-actions'))
      .handler(({ context }) => findApprovers(context.platform, context.admin.userId)),
  };
}
