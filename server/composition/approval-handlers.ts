/** Handlers of actions under the two-person rule, from the features that request them. */
import { ledgerEntryHandler } from '../admin/finance/request-entry.ts';
import { grantAdminHandler } from '../accounts/safety/change-role.ts';
import { approvalDue } from '../approvals/approvals.ts';
import { type ApprovalHandlers, executeDueApprovals } from '../approvals/execute-approvals.ts';
import { useResultHandler } from '../draws/lottery/decide-result.ts';
import { sealHandler } from '../draws/sealing/seal-by-hand.ts';
import { sealedRefundHandler } from '../payments/refunds/refund-sealed.ts';
import { onEvent } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { cancelHandler } from '../rifas/cancelling/cancel-frozen-rifa.ts';

export function createApprovalHandlers(platform: Platform): ApprovalHandlers {
  const useResult = useResultHandler(platform);
  return {
    SEAL_DRAW: sealHandler(platform),
    USE_TYPED_RESULT: useResult,
    REPLACE_WINNER: useResult,
    CANCEL_FROZEN_RIFA: cancelHandler(platform),
    REFUND_SEALED: sealedRefundHandler(platform),
    LEDGER_ENTRY: ledgerEntryHandler(platform),
    GRANT_ADMIN: grantAdminHandler(platform),
  };
}

export const carryOutApprovalsJob = onEvent(approvalDue, (platform: Platform) =>
  executeDueApprovals(platform, createApprovalHandlers(platform)),
);
