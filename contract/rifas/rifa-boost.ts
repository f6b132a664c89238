/** Announcements of a rifa on sale, and their results. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { COUPON_HOURS } from '@mare/domain/rifas/live/boost.ts';
import { CAMPAIGN_STATUSES } from '@mare/domain/campaigns/campaign-state.ts';
import { mailStats } from '../campaigns/mail-content.ts';
import { reach } from '../campaigns/reach.ts';
import { couponCode, couponPercent } from '../checkout/coupons-admin.ts';
import { pickErrors } from '../errors.ts';
import { writtenText } from '../plain-text.ts';

const sales = z.object({ cotas: z.int(), revenueCentavos: z.int() });

const range = z.object({ low: z.int(), high: z.int() });

/** Estimated paid orders by last touch and revenue: range from the weakest to the strongest earlier campaign, per reader. */
const expected = z.object({ orders: range, revenueCentavos: range, fromSends: z.int() }).nullable();
export type ExpectedSales = z.infer<typeof expected>;

const boost = z.object({
  /** Id of the announcement's campaign. */
  id: z.uuid(),
  subject: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  createdAt: z.iso.datetime(),
  couponCode: z.string().nullable(),
  /** Effect that was expected when the announcement was sent; null if there was no earlier campaign to compare. */
  expected,
  /** Paid orders belong to it by last touch. */
  stats: mailStats,
  /**
   * Paid cotas of the rifa since it started, for at most a day, and in an equal period before. Null before it starts.
   */
  compared: z.object({ hours: z.number(), before: sales, after: sales }).nullable(),
});
export type RifaBoost = z.infer<typeof boost>;

const boosts = z.object({
  audience: reach.extend({
    /** How many of the people have push messages. */
    withPush: z.int(),
  }),
  /** Expected effect of an announcement made now. */
  expected,
  suggestion: z.object({ subject: z.string(), message: z.string() }),
  /** Absolute. */
  url: z.string(),
  /** Null: the rifa may be announced now. */
  nextFrom: z.iso.datetime().nullable(),
  /** The latest ten, newest first. */
  boosts: z.array(boost),
});
export type RifaBoosts = z.infer<typeof boosts>;

const newBoost = z.object({
  subject: writtenText(150).regex(/^[^\r\n]*$/),
  message: writtenText(500),
  coupon: z
    .object({
      code: couponCode,
      percent: couponPercent,
      hours: z.int().min(COUPON_HOURS.min).max(COUPON_HOURS.max),
    })
    .nullable(),
});
export type NewBoost = z.infer<typeof newBoost>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const rifaBoost = {
  boosts: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/boosts',
      summary: 'Read the announcements of a rifa on sale, and how many the next would reach',
    })
    .input(z.object({ id: z.uuid() }))
    .output(boosts)
    .errors(onlyAdmins),
  boost: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{id}/boosts',
      summary: 'Announce a rifa on sale by notification, push and mail to those who agreed to offers',
    })
    .input(newBoost.extend({ id: z.uuid() }))
    .output(z.object({ campaignId: z.uuid() }))
    .errors({ ...onlyAdmins, ...pickErrors('RIFA_STATE', 'BOOST_TOO_SOON', 'COUPON_EXISTS') }),
};
