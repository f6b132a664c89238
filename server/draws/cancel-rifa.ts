import type { JobDefinition } from '../platform/jobs.ts';
import { recordActivity } from '../notifications/record-activity.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import { refundRifa } from '../payments/refunds/refund-rifa.ts';
import type { Platform } from '../platform/platform.ts';
import { DRAW_JOBS, enqueueRifaJob, type RifaJob } from './draw-jobs.ts';

/** A rifa that was drawn has winners, and cannot be undone. */
const CANCELLABLE = ['scheduled', 'active', 'closed'];

/** Ends a rifa without a draw: every paid order is refunded. A draw at the same instant either precedes it or finds it cancelled. */
export function cancelRifa(
  platform: Platform,
  { rifaId, userId, reason }: { rifaId: string; userId: string; reason: string },
): Promise<{ ok: true } | { ok: false; code: 'not_cancellable' }> {
  return platform.db.transaction().execute(async (trx) => {
    const cancelled = await trx
      .updateTable('rifas')
      .set({ status: 'cancelled' })
      .where('id', '=', rifaId)
      .where('status', 'in', CANCELLABLE)
      .returning('title')
      .executeTakeFirst();
    if (!cancelled) return { ok: false, code: 'not_cancellable' };
    await enqueueRifaJob(platform, trx, DRAW_JOBS.refundRifa, rifaId);
    await recordActivity(trx, platform, {
      userId,
      action: 'cancel-rifa',
      entityType: 'rifa',
      entityId: rifaId,
      description: `"${cancelled.title}" cancelada; todos os pedidos serão reembolsados.`,
      details: { reason },
    });
    return { ok: true };
  });
}

export function refundCancelledRifaJob(context: PaymentsContext): JobDefinition<RifaJob> {
  return {
    name: DRAW_JOBS.refundRifa,
    async handle({ rifaId }) {
      await refundRifa(context, rifaId);
    },
  };
}
