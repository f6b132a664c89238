/** The provider's settlement report, compared with the shop's payments. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_REPORT_CHARACTERS, SETTLEMENT_PROBLEMS } from '@mare/domain/payments/settlement-report.ts';
import { pickErrors } from '../errors.ts';

const fees = { paymentId: z.string(), bookedCentavos: z.int(), reportedCentavos: z.int() };
const rejectedLine = z.object({
  line: z.int(),
  problem: z.enum(SETTLEMENT_PROBLEMS),
  paymentId: z.string().optional(),
  /** Where the line differs from the shop in an amount or a fee. */
  bookedCentavos: z.int().optional(),
  reportedCentavos: z.int().optional(),
});
export type RejectedLine = z.infer<typeof rejectedLine>;
/** A line whose fee differs from the booked one; an entry of the ledger has the difference. */
const adjustedLine = z.object({ line: z.int(), ...fees });
export type AdjustedLine = z.infer<typeof adjustedLine>;

/** A file from the provider's API of which nothing was imported, until a person has imported its lines. */
const rejectedFile = z.object({
  name: z.string(),
  readAt: z.iso.datetime(),
  rejected: z.array(rejectedLine),
  /** The first of them are listed. */
  rejectedCount: z.int(),
  /** Whether the file is read again once the shop knows its unknown payments. */
  isRetried: z.boolean(),
});
export type RejectedFile = z.infer<typeof rejectedFile>;

/** Centavos. */
const receivables = z.object({
  lastImportAt: z.iso.datetime().nullable(),
  lines: z.int(),
  gross: z.int(),
  fees: z.int(),
  net: z.int(),
  /** Net amount sent to the bank, according to the reports. */
  transferred: z.int(),
  /** Oldest first. */
  rejectedFiles: z.array(rejectedFile),
  /** Commissions owed by the shop according to the ledger; monthly payouts pay them. */
  payable: z.object({ affiliates: z.int(), partners: z.int() }),
  /** Debts of affiliates and partners: commissions reversed after their payout. Later payouts deduct them. */
  toDeduct: z.object({ affiliates: z.int(), partners: z.int() }),
  /** Fees corrected by reports; the newest are listed. */
  adjustments: z.object({ count: z.int(), centavos: z.int(), latest: z.array(z.object(fees)) }),
  /** Whether reports are fetched by the provider's API. */
  isAutomatic: z.boolean(),
  /** Payments that no report names, with an amount left after refunds and charge-backs; the oldest are listed. */
  open: z.object({
    count: z.int(),
    centavos: z.int(),
    payments: z.array(
      z.object({ paymentId: z.string(), centavos: z.int(), approvedAt: z.iso.datetime().nullable() }),
    ),
  }),
});
export type Receivables = z.infer<typeof receivables>;

/**
 * Payment found at the providers. `other_system`: it belongs to no order; it is now stored, and reports may name it.
 * `absent`: no provider has it. `unavailable`: a provider did not respond.
 */
const readPayment = z.discriminatedUnion('found', [
  z.object({ found: z.literal('order'), orderId: z.uuid() }),
  z.object({ found: z.enum(['other_system', 'absent', 'unavailable']) }),
]);
export type ReadPayment = z.infer<typeof readPayment>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const settlements = {
  receivables: oc
    .route({ method: 'GET', path: '/admin/finance/receivables', summary: 'Read what the provider owes' })
    .output(receivables)
    .errors(onlyAdmins),
  readPayment: oc
    .route({
      method: 'POST',
      path: '/admin/finance/payments/{paymentId}/read',
      summary: 'Read a payment at the providers by its id, as a webhook would',
    })
    .input(z.object({ paymentId: z.string().regex(/^[\w-]{1,64}$/) }))
    .output(readPayment)
    .errors(onlyAdmins),
  importReport: oc
    .route({
      method: 'POST',
      path: '/admin/finance/settlement-reports',
      summary: 'Import a settlement report, whole or not at all',
    })
    .input(z.object({ csv: z.string().max(MAX_REPORT_CHARACTERS) }))
    .output(
      z.object({
        imported: z.int(),
        /** Lines of an earlier report. */
        known: z.int(),
        /** If not empty, nothing was imported. */
        rejected: z.array(rejectedLine),
        /** The first of them are listed, and the first of the adjusted ones. */
        rejectedCount: z.int(),
        adjustedCount: z.int(),
        adjusted: z.array(adjustedLine),
      }),
    )
    .errors(onlyAdmins),
};
