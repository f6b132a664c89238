import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';
import { orderStatus } from '../orders/orders.ts';
import { outage } from './outage.ts';
import { storedDay } from '../stored-dates.ts';

/** Days of a rifa's chart on the panel's first page. */
export const PACE_DAYS = 14;

export const recentOrder = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  /** Cotas. Of a paid order, those that were not returned; otherwise as ordered. */
  quantity: z.int(),
  totalCentavos: z.int(),
  /** Refunded while the rest of the order stayed. */
  returnedCentavos: z.int(),
  status: orderStatus,
  /** The payment is disputed. */
  isDisputed: z.boolean(),
  /** Cash of a refunded order that is owed to the buyer again. */
  cashOwedCentavos: z.int(),
  createdAt: z.iso.datetime(),
  buyerName: z.string().nullable(),
  /** Null for those who see no e-mails in lists. */
  buyerEmail: z.string().nullable(),
  /** Title of the first line's rifa. */
  rifaTitle: z.string(),
  /** Rifas in the order. */
  rifas: z.int(),
});
export type RecentOrder = z.infer<typeof recentOrder>;

/** Number of open tasks for a person. */
export const waitingWork = z.object({
  payments: z.int(),
  /** Payment providers whose calls all fail. */
  failingProviders: z.int(),
  /** Rifas whose draw date has passed. */
  draws: z.int(),
  /** Sealed or drawn rifas that the shop's own verification rejects. */
  failingDraws: z.int(),
  /** Lottery results, official or typed, that an admin has to confirm. */
  results: z.int(),
  /** Tickets that await an agent's answer. */
  tickets: z.int(),
  /** Number of overdue tickets. */
  overdueTickets: z.int(),
  /** Prizes of draws that their winners claimed and that are not sent yet, without those on hold. */
  prizes: z.int(),
  /** Unclaimed prizes whose value is due to the Tesouro Nacional. */
  lapsedPrizes: z.int(),
  /** Cotas premiadas that were found and are not delivered yet, without those on hold. */
  instantPrizes: z.int(),
  /** Prizes of past rankings that are not delivered yet. */
  rankingPrizes: z.int(),
  /** Applications of partners. */
  partners: z.int(),
  /** Open vouchers whose partner is no longer active. */
  vouchers: z.int(),
  /** Payouts to approve or to pay, of affiliates and of partners. */
  affiliatePayouts: z.int(),
  partnerPayouts: z.int(),
  /** Paused campaigns. */
  pausedCampaigns: z.int(),
  /** Messages that failed all their attempts. */
  messages: z.int(),
  /** Background jobs that failed all their attempts. */
  jobs: z.int(),
  /** Actions that need a second person. */
  approvals: z.int(),
});
export type WaitingWork = z.infer<typeof waitingWork>;

export const adminOverview = z.object({
  totalUsers: z.int(),
  totalOrders: z.int(),
  /** Centavos of the paid among `orders`. */
  revenueCentavos: z.int(),
  activeRifas: z.array(
    z.object({ id: z.uuid(), title: z.string(), soldNumbers: z.int(), totalNumbers: z.int() }),
  ),
  /** The latest 50, newest first. */
  orders: z.array(recentOrder).max(50),
  waiting: waitingWork,
  outage,
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const salesPeriod = z.enum(['day', 'week', 'month', 'year']);
export type SalesPeriod = z.infer<typeof salesPeriod>;

const salesTotals = z.object({
  /** Created in the period, in any state. */
  orders: z.int(),
  /** Paid in the period and not returned since. */
  paidOrders: z.int(),
  /** Cotas of the paid orders. */
  cotas: z.int(),
  /** Centavos by the ledger: sales less refunds and lost disputes of the period. */
  revenueCentavos: z.int(),
  newUsers: z.int(),
});
export type SalesTotals = z.infer<typeof salesTotals>;

export const sales = salesTotals.extend({
  /** The previous period of equal length; for an incomplete period, up to the same point. */
  before: salesTotals,
  /** For a day: the same hours a week earlier; null for other periods. */
  weekBefore: salesTotals.nullable(),
  /** Whether the last point is incomplete. */
  isOver: z.boolean(),
  /** Oldest first, without gaps: by hour for a day, else by day, in America/Maceio. */
  points: z.array(
    z.object({
      /** Start. */
      at: z.iso.datetime(),
      revenueCentavos: z.int(),
      paidOrders: z.int(),
      orders: z.int(),
    }),
  ),
});
export type Sales = z.infer<typeof sales>;

const MAX_SALES_DAYS = 366;
const DAY_MS = 86_400_000;

/** Days in Maceió, both included. */
export const salesDays = z.object({ from: storedDay, until: storedDay }).refine(({ from, until }) => {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_SALES_DAYS;
});
export type SalesDays = z.infer<typeof salesDays>;

const rifaPace = z.object({
  id: z.uuid(),
  /** Paid cotas of the latest days of Maceió by moment of payment, oldest first. The last day is incomplete. */
  cotasByDay: z.array(z.int()).length(PACE_DAYS),
});
export type RifaPace = z.infer<typeof rifaPace>;

export const admin = {
  rifaPaces: oc
    .route({ method: 'GET', path: '/admin/rifa-paces', summary: 'Read the daily sales of every active rifa' })
    .output(z.array(rifaPace))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  overview: oc
    .route({ method: 'GET', path: '/admin/overview', summary: 'Read totals and the latest orders' })
    .output(adminOverview)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  sales: oc
    .route({
      method: 'GET',
      path: '/admin/sales',
      summary: 'Read the sales of a period that ends now, or of chosen days',
    })
    .input(z.object({ period: salesPeriod.default('week'), days: salesDays.optional() }))
    .output(sales)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
};
