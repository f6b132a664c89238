/** Sealing a draw by hand, under the two-person rule. The automatic seal (seal-draw.job.ts) does not use this. */
import { z } from 'zod';
import { type ApprovalHandler } from '../../approvals/execute-approvals.ts';
import { requestApproval, type RequestApprovalResult } from '../../approvals/approvals.ts';
import type { Platform } from '../../platform/platform.ts';
import { readLottery } from '../archive/read-archive.ts';
import { checkSeal, type SealError, sealInTransaction } from './seal-draw.ts';

export interface SealByHand {
  rifaId: string;
  extraction: number;
  /** Expected date, ISO. */
  extractionDate: string;
  userId: string;
  /** Public. */
  reason: string;
}

const sealPayload = z.object({ extraction: z.int(), extractionDate: z.string() });

/** Rejects at once what cannot be sealed now. All checks are repeated when the action takes effect. */
export async function requestSeal(
  platform: Platform,
  request: SealByHand,
): Promise<RequestApprovalResult | { ok: false; code: SealError }> {
  const lottery = await readLottery(platform);
  return platform.db.transaction().execute(async (trx) => {
    const checked = await checkSeal(trx, platform, request, lottery);
    if (!checked.ok) return checked;
    const { rifaId, extraction, extractionDate, userId, reason } = request;
    const day = extractionDate.split('-').toReversed().join('/');
    return requestApproval(trx, platform, {
      kind: 'SEAL_DRAW',
      subjectId: rifaId,
      rifaId,
      payload: { extraction, extractionDate } satisfies z.input<typeof sealPayload>,
      summary: `Lacrar “${checked.rifa.title}” para a extração ${extraction}, de ${day}.`,
      reason,
      requestedBy: userId,
    });
  });
}

/** Carries out SEAL_DRAW. While the archive may lack an extraction, the seal is retried. */
export function sealHandler(platform: Platform): ApprovalHandler {
  return {
    async execute(trx, { subjectId, payload, requestedBy, reason }) {
      const lottery = await readLottery({ ...platform, db: trx });
      const request = { ...sealPayload.parse(payload), rifaId: subjectId, userId: requestedBy, reason };
      const sealed = await sealInTransaction(trx, platform, request, lottery);
      return sealed.ok ? { ok: true } : { ...sealed, isRetried: sealed.code === 'ARCHIVE_STALE' };
    },
  };
}
