/** Admin steps of a draw: seal it, enter the lottery result, confirm the result. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { approvers } from '../approvals/approvals.ts';
import { failingCheck, lotteryPrizes } from './draw-audit.ts';
import { storedDay } from '../stored-dates.ts';

export const drawAdmin = z.object({
  rifas: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(['active', 'paused', 'closed']),
      drawDate: z.iso.datetime(),
      totalNumbers: z.int(),
      soldNumbers: z.int(),
      /** Reason why the list of a closed rifa is still open; null before the end of its sales and after the freeze. */
      waits: z
        .object({
          /** End of sales. */
          since: z.iso.datetime().nullable(),
          /** Pending orders that can still be paid. */
          orders: z.int(),
          /** Pending orders whose hold has ended: under review, or at a provider that does not respond. */
          overdueOrders: z.int(),
          lastHoldEndsAt: z.iso.datetime().nullable(),
          groups: z.int(),
          stands: z.int(),
        })
        .nullable(),
      frozenAt: z.iso.datetime().nullable(),
      seal: z
        .object({ extraction: z.int(), extractionDate: z.string(), hash: z.string(), version: z.int() })
        .nullable(),
      /** Number of the extraction whose result is needed next. */
      awaits: z.int().nullable(),
      failing: failingCheck.nullable(),
    }),
  ),
  results: z.array(
    z.object({
      id: z.uuid(),
      extraction: z.int(),
      version: z.int(),
      date: z.string(),
      prizes: lotteryPrizes,
      source: z.enum(['official', 'typed']),
      note: z.string().nullable(),
      state: z.enum(['pending', 'confirmed', 'rejected', 'superseded']),
      /** Null when fetched automatically. */
      enteredBy: z.string().nullable(),
      enteredByCaller: z.boolean(),
      enteredAt: z.iso.datetime(),
      decidedBy: z.string().nullable(),
      /** When the official source agreed with a typed result. */
      officialAgreedAt: z.iso.datetime().nullable(),
      /** The open action under the two-person rule that makes it count. */
      approval: z
        .object({
          state: z.enum(['waiting', 'approved']),
          /** The caller is the requester. */
          isOwn: z.boolean(),
          /** When it counts without anything else happening. */
          effectiveAt: z.iso.datetime(),
        })
        .nullable(),
    }),
  ),
  /** Whether the official results service is available. */
  canFetch: z.boolean(),
  approvers,
});
export type DrawAdmin = z.infer<typeof drawAdmin>;

const extraction = z.int().min(1).max(9_999_999);
/** Null: done. Otherwise when the action takes effect under the two-person rule. */
const requested = z.object({ effectiveAt: z.iso.datetime().nullable() });
const done = z.object({ done: z.literal(true) });
const adminsOnly = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'DRAW_REJECTED');

export const drawAdminContract = {
  admin: oc
    .route({ method: 'GET', path: '/admin/draws', summary: 'List draws and results that need action' })
    .output(drawAdmin)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  seal: oc
    .route({
      method: 'POST',
      path: '/admin/draws/{rifaId}/seal',
      summary: 'Request a seal by hand for an extraction',
    })
    .input(
      z.object({
        rifaId: z.uuid(),
        extraction,
        extractionDate: storedDay,
        /** Public. */
        reason: trimmedText(500).min(3),
      }),
    )
    .output(requested)
    .errors(adminsOnly),
  fetchResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/fetch',
      summary: 'Fetch a result from the official service',
    })
    .input(z.object({ extraction }))
    .output(done)
    .errors(adminsOnly),
  enterResult: oc
    .route({ method: 'POST', path: '/admin/lottery-results', summary: 'Enter a result manually' })
    .input(
      z.object({
        extraction,
        date: storedDay,
        prizes: z.array(z.string().max(20)).length(5),
        note: trimmedText(500).min(3),
      }),
    )
    .output(done)
    .errors(adminsOnly),
  confirmResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/{id}/confirm',
      summary: 'Confirm a result',
    })
    .input(z.object({ id: z.uuid() }))
    .output(requested)
    .errors({ ...adminsOnly, ...pickErrors('RECENT_PROOF_REQUIRED') }),
  rejectResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/{id}/reject',
      summary: 'Reject a typed result',
    })
    .input(z.object({ id: z.uuid() }))
    .output(done)
    .errors(adminsOnly),
};
