/** The books: sums and entries of the ledger by day and by rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

/** What a figure adds up. */
export const FINANCE_KINDS = ['sales', 'refunds', 'fees', 'chargebacks', 'commissions'] as const;
export const financeKind = z.enum(FINANCE_KINDS);
export type FinanceKind = z.infer<typeof financeKind>;

const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** Days in Maceió, both included. */
const period = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS);

/** Centavos. `result` is sales less everything else. */
const figures = z.object({
  sales: z.int(),
  refunds: z.int(),
  fees: z.int(),
  chargebacks: z.int(),
  commissions: z.int(),
  result: z.int(),
});
export type FinanceFigures = z.infer<typeof figures>;

export const financeReport = z.object({
  total: figures,
  /** Of as many days before. */
  before: figures,
  /** Days with entries, oldest first. */
  days: z.array(figures.extend({ day: z.iso.date() })),
  /** Sales and refunds by rifa, most sold first. */
  rifas: z.array(
    z.object({ rifaId: z.uuid(), title: z.string(), sales: z.int(), refunds: z.int(), result: z.int() }),
  ),
  /** Keys of transactions that do not add up to zero. */
  unbalanced: z.array(z.string()),
  /** The latest nightly comparison with orders, payments and providers; null before the first. */
  proof: z
    .object({
      provedAt: z.iso.datetime(),
      orders: z.int(),
      payments: z.int(),
      atProviders: z.int(),
      /** Ids of providers that did not answer. */
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
  /** Null for an entry of no rifa. */
  title: z.string().nullable(),
  externalReference: z.string().nullable(),
});
export type FinanceEntry = z.infer<typeof financeEntry>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const finance = {
  report: oc
    .route({ method: 'GET', path: '/admin/finance', summary: 'Read the books of a period' })
    .input(period)
    .output(financeReport)
    .errors(onlyAdmins),
  entries: oc
    .route({ method: 'GET', path: '/admin/finance/entries', summary: 'List the entries behind a figure' })
    .input(period.and(z.object({ kind: financeKind, rifaId: z.uuid().optional() })))
    .output(z.object({ entries: z.array(financeEntry), isCut: z.boolean() }))
    .errors(onlyAdmins),
};
