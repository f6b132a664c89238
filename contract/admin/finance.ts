/** Finance: sums and entries of the ledger by day and by rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { FINANCE_KINDS } from '@mare/domain/admin/finance-figures.ts';
import { isManualEntryValid, MANUAL_ACCOUNTS } from '@mare/domain/payments/manual-entry.ts';
import { pickErrors } from '../errors.ts';
import { plainText } from '../plain-text.ts';
import { storedDay } from '../stored-dates.ts';

const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** Days in Maceió, both included. */
const period = z
  .object({ from: storedDay, to: storedDay })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS);

/**
 * Centavos. `sales` is what buyers paid; `gross` is sales plus discounts; `result` is sales minus refunds, fees, charge-
 * backs, commissions, prizes and taxes.
 */
const figures = z.object({
  gross: z.int(),
  sales: z.int(),
  discounts: z.int(),
  refunds: z.int(),
  fees: z.int(),
  chargebacks: z.int(),
  commissions: z.int(),
  prizes: z.int(),
  taxes: z.int(),
  result: z.int(),
});
export type FinanceFigures = z.infer<typeof figures>;

export const financeReport = z.object({
  total: figures,
  /** The same totals for the previous period of equal length. */
  before: figures,
  /** Days with entries, oldest first. */
  days: z.array(figures.extend({ day: z.iso.date() })),
  /** By rifa, most sold first. Fees, charge-backs and commissions of an order are split over its rifas. */
  rifas: z.array(figures.extend({ rifaId: z.uuid(), title: z.string() })),
  /** Entries without a rifa, e.g. the fee of a late payment. `total` is the sum of `rifas` and this. */
  ofNoRifa: figures,
  /** Part of `total` that was recorded after the period's last day, so that earlier exports lack it. Null if empty. */
  recordedLater: z.object({ latestAt: z.iso.datetime(), figures }).nullable(),
  /** Keys of transactions that do not add up to zero. */
  unbalanced: z.array(z.string()),
  /** The latest nightly comparison with orders, payments and providers; null before the first. */
  proof: z
    .object({
      provedAt: z.iso.datetime(),
      orders: z.int(),
      payments: z.int(),
      atProviders: z.int(),
      /** Ids of providers that did not respond. */
      unread: z.array(z.string()),
      mismatches: z.array(
        z.object({
          kind: z.enum(['order', 'payment', 'provider']),
          subject: z.string(),
          expectedCentavos: z.int(),
          foundCentavos: z.int(),
        }),
      ),
    })
    .nullable(),
});
export type FinanceReport = z.infer<typeof financeReport>;

export const financeEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Key of its transaction. */
  key: z.string(),
  centavos: z.int(),
  /** Null for an entry without a rifa. */
  title: z.string().nullable(),
  externalReference: z.string().nullable(),
  /** Reason of a manual entry, which two persons posted. */
  reason: z.string().nullable(),
});
export type FinanceEntry = z.infer<typeof financeEntry>;

const manualEntry = z
  .object({
    /** Idempotency key of the form. */
    requestId: z.uuid(),
    debit: z.enum(MANUAL_ACCOUNTS),
    credit: z.enum(MANUAL_ACCOUNTS),
    /** Set if one of the accounts is of a rifa. */
    rifaId: z.uuid().nullable(),
    centavos: z.int().min(1).max(999_999_999_99),
    /** Reference of the order, or id of the payment, that the entry corrects. */
    about: z.string().trim().max(100).nullable(),
    /** Reason, stored with the entry. */
    reason: plainText(300).min(5),
  })
  .refine(isManualEntryValid);

/** Entries that sum to zero, unless the ledger is damaged. */
const ledgerTransaction = z.object({
  key: z.string(),
  entries: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      /** E.g. 'bank' or 'sales:<rifa>'. */
      account: z.string(),
      /** Title of the account's rifa. */
      title: z.string().nullable(),
      /** A debit is positive. */
      centavos: z.int(),
    }),
  ),
  sumCentavos: z.int(),
});
export type FinanceTransaction = z.infer<typeof ledgerTransaction>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const finance = {
  report: oc
    .route({ method: 'GET', path: '/admin/finance', summary: 'Read the books of a period' })
    .input(period)
    .output(financeReport)
    .errors(onlyAdmins),
  entries: oc
    .route({ method: 'GET', path: '/admin/finance/entries', summary: 'List the entries behind a figure' })
    .input(period.and(z.object({ kind: z.enum(FINANCE_KINDS), rifaId: z.uuid().optional() })))
    .output(z.object({ entries: z.array(financeEntry), isCut: z.boolean() }))
    .errors(onlyAdmins),
  transaction: oc
    .route({ method: 'GET', path: '/admin/finance/transaction', summary: 'Read a transaction of the ledger' })
    .input(z.object({ key: z.string().min(1).max(200) }))
    .output(ledgerTransaction)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  requestEntry: oc
    .route({
      method: 'POST',
      path: '/admin/finance/entries',
      summary: 'Ask for an entry in the ledger, which a second admin approves',
    })
    .input(manualEntry)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...onlyAdmins, ...pickErrors('ALREADY_REQUESTED', 'NOT_FOUND') }),
};
