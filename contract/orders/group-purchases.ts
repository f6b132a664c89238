/**
 * Group purchases: friends who buy cotas of a rifa together, each a part. Starting and taking is a payment: checkout.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  DEADLINE_HOURS,
  MAX_GROUP_NAME,
  MAX_PARTS,
  MIN_PARTS,
} from '@mare/domain/orders/group-purchases/group-bounds.ts';
import {
  GROUP_END_REASONS,
  GROUP_STATES,
  PART_STATES,
} from '@mare/domain/orders/group-purchases/part-state.ts';
import { pickErrors } from '../errors.ts';
import { writtenText } from '../plain-text.ts';
import { shownStatus } from '../rifas/rifa-detail.ts';

const token = z.string().min(1).max(64);

/** Action of a payment on a group purchase. It has one item: the part. */
export const groupOfPayment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    name: writtenText(MAX_GROUP_NAME),
    /** The starter's included. */
    parts: z.int().min(MIN_PARTS).max(MAX_PARTS),
    /** Until the deadline. */
    hours: z.literal(DEADLINE_HOURS),
  }),
  z.object({ kind: z.literal('take'), token, partNo: z.int().min(1).max(MAX_PARTS) }),
]);
export type GroupOfPayment = z.infer<typeof groupOfPayment>;

const part = z.object({
  /** 1-based; the first is the starter's. */
  partNo: z.int(),
  state: z.enum(PART_STATES),
  /** First name and last initial of the person who has the part. */
  name: z.string().nullable(),
  numbers: z.array(z.int()),
  /** External reference of the caller's own part, which opens its order. */
  externalReference: z.string().nullable(),
  /** The payment is disputed; false for parts of others. */
  isDisputed: z.boolean(),
});
export type GroupPart = z.infer<typeof part>;

export const groupPurchase = z.object({
  token: z.string(),
  name: z.string(),
  state: z.enum(GROUP_STATES),
  endReason: z.enum(GROUP_END_REASONS).nullable(),
  /** First name and last initial. */
  starter: z.string(),
  isStarter: z.boolean(),
  rifa: z.object({
    id: z.uuid(),
    title: z.string(),
    image: z.string(),
    totalNumbers: z.int(),
    drawDate: z.iso.datetime(),
    status: shownStatus,
    /** Why its sales are paused; null when they are not. */
    pauseReason: z.string().nullable(),
  }),
  /** Per part: paid cotas (quantity), key of their plan, cotas including the bonus, and price before discounts. */
  quantity: z.int(),
  tier: z.string().nullable(),
  cotas: z.int(),
  partCentavos: z.int(),
  deadline: z.iso.datetime(),
  parts: z.array(part),
  /** Parts of others whose payment is disputed, without saying which; 0 for callers without a paid part. */
  disputedOthers: z.int(),
  /** Server time, for countdowns on devices with a wrong clock. */
  now: z.iso.datetime(),
});
export type GroupPurchase = z.infer<typeof groupPurchase>;

/** The group of an order, for the team. */
export const orderGroupParts = z.object({
  token: z.string(),
  name: z.string(),
  /** Part of the group that the order pays for, 1-based. */
  partNo: z.int(),
  state: z.enum(GROUP_STATES),
  deadline: z.iso.datetime(),
  parts: z.array(
    z.object({
      partNo: z.int(),
      state: z.enum(PART_STATES),
      /** Null for a part without an order. */
      orderId: z.uuid().nullable(),
      /** Name of the part's buyer. */
      name: z.string().nullable(),
    }),
  ),
});
export type OrderGroupParts = z.infer<typeof orderGroupParts>;

export const groupPurchases = {
  group: oc
    .route({
      method: 'GET',
      path: '/group-purchases/{token}',
      summary: 'Read a group purchase by its unguessable token',
    })
    .input(z.object({ token }))
    .output(groupPurchase)
    .errors(pickErrors('NOT_FOUND')),
  endGroup: oc
    .route({
      method: 'POST',
      path: '/group-purchases/{token}/end',
      summary: 'End an own group purchase: its free parts are released, paid ones stay',
    })
    .input(z.object({ token }))
    .output(z.object({ ended: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
};
