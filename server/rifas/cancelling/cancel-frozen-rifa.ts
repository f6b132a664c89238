/** Cancelling a rifa whose sales are over, under the two-person rule and with a public reason. */
import { z } from 'zod';
import {
  CANCEL_REASONS,
  type CHOSEN_CANCEL_REASONS,
  type CancelReason,
} from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { type ApprovalHandler } from '../../approvals/execute-approvals.ts';
import { requestApproval, type RequestApprovalResult } from '../../approvals/approvals.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeStateInTransaction } from '../management/change-rifa-state.ts';
import { findCancellingRule } from './find-cancelling-rule.ts';

export interface CancelRequest {
  id: string;
  reason: (typeof CHOSEN_CANCEL_REASONS)[number];
  /** The admin's explanation. Public. */
  note: string;
  userId: string;
}

const cancelPayload = z.object({
  reason: z.custom<CancelReason>(
    (value) => typeof value === 'string' && Object.hasOwn(CANCEL_REASONS, value),
  ),
  note: z.string(),
});

export type RequestCancelResult =
  | RequestApprovalResult
  | { ok: false; code: 'NOT_FOUND' | 'CANCEL_TOO_LATE' }
  | { ok: false; code: 'RIFA_STATE'; status: RifaStatus };

export function requestCancel(platform: Platform, request: CancelRequest): Promise<RequestCancelResult> {
  const { id, reason, note, userId } = request;
  return platform.db.transaction().execute(async (trx) => {
    const rifa = await trx
      .selectFrom('rifas')
      .select(['title', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!rifa) return { ok: false, code: 'NOT_FOUND' };
    const status = rifa.status as RifaStatus;
    if (!canChangeRifa(status, 'cancelled')) return { ok: false, code: 'RIFA_STATE', status };
    if ((await findCancellingRule(trx, platform, id)) === 'TOO_LATE')
      return { ok: false, code: 'CANCEL_TOO_LATE' };
    return requestApproval(trx, platform, {
      kind: 'CANCEL_FROZEN_RIFA',
      subjectId: id,
      rifaId: id,
      payload: { reason, note } satisfies z.input<typeof cancelPayload>,
      summary: `Cancelar “${rifa.title}” e devolver o dinheiro.`,
      reason: `${CANCEL_REASONS[reason]}. ${note}`,
      requestedBy: userId,
    });
  });
}

/** Carries out CANCEL_FROZEN_RIFA, unless the extraction may have run by then. */
export function cancelHandler(platform: Platform): ApprovalHandler {
  return {
    async execute(trx, { subjectId, payload, requestedBy }) {
      if ((await findCancellingRule(trx, platform, subjectId)) === 'TOO_LATE')
        return { ok: false, code: 'CANCEL_TOO_LATE' };
      const { reason, note } = cancelPayload.parse(payload);
      const by = { userId: requestedBy, ipAddress: null };
      const change = { id: subjectId, version: null, to: 'cancelled', note, cancelReason: reason } as const;
      const cancelled = await changeStateInTransaction(trx, platform, by, change);
      return cancelled.ok ? { ok: true } : { ok: false, code: cancelled.code };
    },
  };
}
