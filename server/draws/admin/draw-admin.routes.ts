/** Admin endpoints of draws, from the end of sales to prize delivery. */
import { api, requireRecentProof, requirePermission } from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { confirmResult, rejectResult } from '../lottery/decide-result.ts';
import { fetchResult } from '../lottery/fetch-results.job.ts';
import { recordTypedResult } from '../lottery/record-typed-result.ts';
import { type ReadDocument, readDocument, type StoredDocument } from '../../platform/documents/photo.ts';
import { storeDeliveryPhoto } from '../prizes/delivery/delivery-photo.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { recordContact } from '../prizes/delivery/record-contact.ts';
import { recordTreasuryPayment } from '../prizes/delivery/record-treasury-payment.ts';
import { sendPrize } from '../prizes/delivery/send-prize.ts';
import { listPrizesToDeliver } from '../prizes/list-prizes.ts';
import { readDeliveryProof } from '../prizes/delivery/read-delivery-proof.ts';
import { requestSeal } from '../sealing/seal-by-hand.ts';
import { readDrawAdmin } from './read-draw-admin.ts';

interface DrawErrors {
  DRAW_REJECTED(options: { data: { reason: string } }): Error;
}

/** The API returns the code in lower case as the reason. */
export function drawError(errors: DrawErrors, { code }: { code: string }): Error {
  return errors.DRAW_REJECTED({ data: { reason: code.toLowerCase() } });
}

function doneOr(errors: DrawErrors, outcome: { ok: true } | { ok: false; code: string }): { done: true } {
  if (outcome.ok) return { done: true };
  throw drawError(errors, outcome);
}

function effectOr(
  errors: DrawErrors,
  outcome: { ok: true; effectiveAt: Date | null } | { ok: false; code: string },
): { effectiveAt: string | null } {
  if (outcome.ok) return { effectiveAt: outcome.effectiveAt?.toISOString() ?? null };
  throw drawError(errors, outcome);
}

const { draws } = api;

export const drawAdminRoutes = {
  admin: draws.admin
    .use(requirePermission('manage-draws'))
    .handler(({ context }) => readDrawAdmin(context.platform, context.admin.userId)),

  seal: draws.seal.use(requirePermission('manage-draws')).handler(async ({ input, context, errors }) => {
    const { userId } = context.admin;
    return effectOr(errors, await requestSeal(context.platform, { ...input, userId }));
  }),

  fetchResult: draws.fetchResult
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      return doneOr(errors, await fetchResult(context.platform, input.extraction));
    }),

  enterResult: draws.enterResult
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      const { date, ...typed } = input;
      return doneOr(errors, await recordTypedResult(context.platform, { ...typed, drawnOn: date, userId }));
    }),

  confirmResult: draws.confirmResult
    .use(requirePermission('manage-draws'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      return effectOr(errors, await confirmResult(context.platform, { resultId: input.id, userId }));
    }),

  rejectResult: draws.rejectResult
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      return doneOr(errors, await rejectResult(context.platform, { resultId: input.id, userId }));
    }),

  prizes: draws.prizes.use(requirePermission('manage-draws')).handler(({ context }) => {
    return listPrizesToDeliver(context.platform);
  }),

  deliver: draws.deliver
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      const proof = await readUpload(input.proof);
      if (!proof.ok) throw errors[proof.code]();
      const delivery = { ...input, userId, proof: proof.document };
      return prizeDone(errors, await deliverPrize(context.platform, delivery));
    }),

  recordContact: draws.recordContact
    .use(requirePermission('manage-draws'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const { at, ...attempt } = input;
      const contact = { ...attempt, contactedAt: new Date(at) };
      return prizeDone(errors, await recordContact(context.platform, context.admin, contact));
    }),

  send: draws.send.use(requirePermission('manage-draws')).handler(async ({ input, context, errors }) => {
    return prizeDone(errors, await sendPrize(context.platform, context.admin, input));
  }),

  payTreasury: draws.payTreasury
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const proof = await readUpload(input.proof);
      if (!proof.ok) throw errors[proof.code]();
      const payment = { ...input, proof: proof.document };
      return prizeDone(errors, await recordTreasuryPayment(context.platform, context.admin, payment));
    }),

  storePrizePhoto: draws.storePrizePhoto
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const { winnerId } = input;
      const bytes = new Uint8Array(await input.photo.arrayBuffer());
      const stored = await storeDeliveryPhoto(context.platform, context.admin, { winnerId, bytes });
      if (stored.ok) return { done: true };
      if (stored.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      if (stored.code === 'NOT_DELIVERED') throw drawError(errors, stored);
      throw errors[stored.code]();
    }),

  deliveryProof: draws.deliveryProof
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const proof = await readDeliveryProof(context.platform.db, input.winnerId, input.kind);
      if (!proof) throw errors.NOT_FOUND();
      return { type: proof.type, base64: proof.bytes.toString('base64') };
    }),
};

async function readUpload(
  file: File | undefined,
): Promise<{ ok: true; document: StoredDocument | null } | Extract<ReadDocument, { ok: false }>> {
  return file ? readDocument(new Uint8Array(await file.arrayBuffer())) : { ok: true, document: null };
}

function prizeDone(
  errors: DrawErrors & { NOT_FOUND(): Error },
  outcome: { ok: true } | { ok: false; code: string },
): { done: true } {
  if (!outcome.ok && outcome.code === 'NOT_FOUND') throw errors.NOT_FOUND();
  return doneOr(errors, outcome);
}
