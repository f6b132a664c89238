/** Admin endpoints of draws, from the end of sales to prize delivery. */
import { api, requireAdmin } from '../../platform/http/api.ts';
import { readLottery } from '../archive/read-archive.ts';
import { confirmResult, rejectResult } from '../lottery/decide-result.ts';
import { fetchResult } from '../lottery/fetch-results.job.ts';
import { recordTypedResult } from '../lottery/record-result.ts';
import { deliverPrize } from '../prizes/deliver-prize.ts';
import { listPrizesToDeliver } from '../prizes/list-prizes.ts';
import { readDeliveryProof } from '../prizes/read-delivery-proof.ts';
import { sealDraw } from '../seal-draw.ts';
import { readDrawAdmin } from './read-draw-admin.ts';

interface DrawErrors {
  DRAW_REFUSED(options: { data: { reason: string } }): Error;
}

/** The API returns the code in lower case as the reason. */
export function drawError(errors: DrawErrors, { code }: { code: string }): Error {
  return errors.DRAW_REFUSED({ data: { reason: code.toLowerCase() } });
}

function doneOr(errors: DrawErrors, outcome: { ok: true } | { ok: false; code: string }): { done: true } {
  if (outcome.ok) return { done: true };
  throw drawError(errors, outcome);
}

const { draws } = api;

export const drawAdminRoutes = {
  admin: draws.admin
    .use(requireAdmin)
    .handler(({ context }) => readDrawAdmin(context.platform, context.admin.userId)),

  seal: draws.seal.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    const lottery = await readLottery(context.platform);
    const sealed = await sealDraw(context.platform, { ...input, userId }, lottery);
    if (!sealed.ok) throw drawError(errors, sealed);
    return { hash: sealed.hash };
  }),

  fetchResult: draws.fetchResult.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    return doneOr(errors, await fetchResult(context.platform, input.extraction, userId));
  }),

  enterResult: draws.enterResult.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    const { date, ...typed } = input;
    return doneOr(errors, await recordTypedResult(context.platform, { ...typed, drawnOn: date, userId }));
  }),

  confirmResult: draws.confirmResult.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    return doneOr(errors, await confirmResult(context.platform, { resultId: input.id, userId }));
  }),

  rejectResult: draws.rejectResult.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    return doneOr(errors, await rejectResult(context.platform, { resultId: input.id, userId }));
  }),

  prizes: draws.prizes.use(requireAdmin).handler(({ context }) => {
    return listPrizesToDeliver(context.platform.db);
  }),

  deliver: draws.deliver.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    const { winnerId, note, proof } = input;
    const delivered = await deliverPrize(context.platform, {
      winnerId,
      userId,
      note,
      proof: proof && { type: proof.type, bytes: Buffer.from(proof.base64, 'base64') },
    });
    if (!delivered.ok && delivered.code === 'NOT_FOUND') throw errors.NOT_FOUND();
    return doneOr(errors, delivered);
  }),

  deliveryProof: draws.deliveryProof.use(requireAdmin).handler(async ({ input, context, errors }) => {
    const proof = await readDeliveryProof(context.platform.db, input.winnerId);
    if (!proof) throw errors.NOT_FOUND();
    return { type: proof.type, base64: proof.bytes.toString('base64') };
  }),
};
