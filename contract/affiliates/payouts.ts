import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const payoutStatus = z.enum(['collected', 'approved', 'paid', 'cancelled']);
export type PayoutStatus = z.infer<typeof payoutStatus>;

export const beneficiaryKind = z.enum(['affiliate', 'partner']);
export type BeneficiaryKind = z.infer<typeof beneficiaryKind>;

/** Facts about an affiliate's sales for the admin who decides the payout. */
export const payoutRisk = z.object({
  sales: z.int(),
  /** Number of persons, counting all their accounts once. */
  buyers: z.int(),
  /** Sales refunded or charged back. */
  returned: z.int(),
  /** Reversed commission of these sales that no payout has deducted yet. */
  reversedCentavos: z.int(),
  /** Buyers who ordered from a network of the affiliate. */
  sameNetwork: z.int(),
  /** Buyers with a verified phone of the affiliate. */
  samePhone: z.int(),
  /** Sales of which the buyer gave cotas to the affiliate. */
  givenBack: z.int(),
});
export type PayoutRisk = z.infer<typeof payoutRisk>;

export const payout = z.object({
  id: z.uuid(),
  kind: beneficiaryKind,
  name: z.string(),
  /** Empty for those who see no e-mails in lists. */
  email: z.string(),
  /** The 15th of collection, YYYY-MM-DD. */
  period: z.iso.date(),
  amountCentavos: z.int(),
  status: payoutStatus,
  /** Pix key of the payout, masked for those who do not pay; null if there is none. */
  pixKey: z.string().nullable(),
  /** Approved with a key that the beneficiary has replaced since. */
  hasFormerKey: z.boolean(),
  /** When it was last exported for the bank; null if never. */
  exportedAt: z.iso.datetime().nullable(),
  paidAt: z.iso.datetime().nullable(),
  paymentReference: z.string().nullable(),
  /** End of the freeze after a change of account or key; null once paid. */
  frozenUntil: z.iso.datetime().nullable(),
  /** Null for partners. */
  risk: payoutRisk.nullable(),
});
export type Payout = z.infer<typeof payout>;

/** A payout as its beneficiary sees it: approved, and not paid yet. */
export const approvedPayout = z.object({
  id: z.uuid(),
  amountCentavos: z.int(),
  /** Masked Pix key of the recipient. */
  pixKey: z.string(),
  /** The beneficiary has replaced it since the approval. */
  isFormerKey: z.boolean(),
});
export type ApprovedPayout = z.infer<typeof approvedPayout>;

const decided = z.object({ decided: z.literal(true) });
const decisionErrors = pickErrors(
  'NOT_AUTHENTICATED',
  'RECENT_PROOF_REQUIRED',
  'NOT_ADMIN',
  'PAYOUT_CHANGED',
  'PIX_KEY_MISSING',
  'PAYOUT_FROZEN',
);

/** Admin endpoints of payouts to affiliates and partners. */
export const payoutsAdmin = {
  payouts: oc
    .route({ method: 'GET', path: '/admin/payouts', summary: 'List payouts, newest month first' })
    .input(z.object({ kind: beneficiaryKind, status: payoutStatus.optional(), page: pageNumber }))
    .output(z.object({ payouts: z.array(payout), total: z.int(), pages: z.int() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  collectPayouts: oc
    .route({
      method: 'POST',
      path: '/admin/payouts',
      summary: 'Collect payouts due since the latest 15th, as the daily job does',
    })
    .output(z.object({ made: z.int() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  approvePayout: oc
    .route({
      method: 'POST',
      path: '/admin/payouts/{id}/approval',
      summary: 'Approve: fix the amount and the Pix key',
    })
    .input(z.object({ id: z.uuid() }))
    .output(decided)
    .errors(decisionErrors),
  payPayout: oc
    .route({ method: 'POST', path: '/admin/payouts/{id}/payment', summary: 'Mark as paid' })
    .input(z.object({ id: z.uuid(), reference: trimmedText(100).min(3) }))
    .output(decided)
    .errors(decisionErrors),
  cancelPayout: oc
    .route({ method: 'DELETE', path: '/admin/payouts/{id}', summary: 'Cancel: carry over to the next month' })
    .input(
      z.object({
        id: z.uuid(),
        /** Whether the admin has read that it is in a file for the bank, and may be paid. */
        isExported: z.boolean().default(false),
      }),
    )
    .output(decided)
    .errors(decisionErrors),
  exportPayouts: oc
    .route({
      method: 'POST',
      path: '/admin/payouts/export',
      summary: 'Export approved payouts as CSV, each once',
    })
    .input(
      z.object({
        kind: beneficiaryKind,
        /** True: also those of an earlier file. */
        again: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        fileName: z.string(),
        csv: z.string(),
        exported: z.int(),
        /** Approved payouts left out because an earlier file has them. */
        leftOut: z.int(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'NOT_ADMIN')),
};
