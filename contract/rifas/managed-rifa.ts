/** Rifa in the panel: list, editor and details. */
import { z } from 'zod';
import { PRIZE_TYPES } from '@mare/domain/draws/prizes/prize-type.ts';
import { CANCELLING_RULES } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { STATES } from '@mare/domain/accounts/places.ts';
import { MAX_PICTURES } from '@mare/domain/rifas/picture.ts';
import { readVideoLink } from '@mare/domain/rifas/video.ts';
import { orderStatus } from '../orders/orders.ts';
import { plainText, trimmedText, writtenText } from '../plain-text.ts';
import { instantPrizes } from './instant-prizes.ts';
import { legalFile, legalPack } from './legal-pack.ts';
import { rifaDetail, rifaLegal, rifaStatus, shownStatus } from './rifa-detail.ts';
import { storedInstant } from '../stored-dates.ts';

const MAX_CENTAVOS = 1_000_000_000;

export const rifaRow = z.object({
  id: z.uuid(),
  title: z.string(),
  image: z.string(),
  status: shownStatus,
  priceCentavos: z.int(),
  totalNumbers: z.int(),
  soldNumbers: z.int(),
  drawDate: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type RifaRow = z.infer<typeof rifaRow>;

const picture = z.string().regex(/^\/[\w./-]{1,120}$/);

export const editedPrize = z.object({
  /** May be empty in a draft. */
  name: trimmedText(120),
  description: trimmedText(500).nullable(),
  /** For a cash prize: the amount before tax, required to publish. */
  valueCentavos: z.int().min(0).max(MAX_CENTAVOS).nullable(),
  prizeType: z.enum(PRIZE_TYPES),
  image: picture.nullable(),
  /** Matches the service type of partners, who issue the winner's voucher. */
  serviceType: trimmedText(60).nullable(),
  serviceCity: trimmedText(80).nullable(),
});
export type EditedPrize = z.infer<typeof editedPrize>;

/** Fields of the form. Price, total, prizes and legal pack are immutable after publication. */
export const editedRifa = z.object({
  title: writtenText(120),
  description: plainText(10_000),
  image: z.union([z.literal(''), picture]),
  /** After `image`, in order. */
  gallery: z
    .array(z.object({ image: picture, alt: trimmedText(200) }))
    .max(MAX_PICTURES - 1)
    .refine((pictures) => new Set(pictures.map(({ image }) => image)).size === pictures.length)
    .default([]),
  /** A link that `readVideoLink` reads; empty without a video. */
  video: z
    .string()
    .max(200)
    .refine((link) => link === '' || readVideoLink(link) !== null)
    .default(''),
  /** 0: not decided yet, only in a draft. */
  priceCentavos: z.int().min(0).max(1_000_000),
  totalNumbers: z.int().min(2).max(10_000_000),
  minPerOrder: z.int().min(1).max(10_000),
  maxPerOrder: z.int().min(1).max(10_000),
  drawDate: storedInstant,
  salesStart: storedInstant.nullable(),
  eligibleCities: z.array(writtenText(80)).max(200),
  /** State of all eligible cities. */
  eligibleState: z.enum(STATES),
  /** Ordered by position. */
  prizes: z.array(editedPrize).max(20),
  legal: legalPack,
});
export type EditedRifa = z.infer<typeof editedRifa>;

const refundStage = z.object({
  orders: z.int(),
  /** Amount paid for the rifa's cotas. */
  centavos: z.int(),
});

/** Paid orders of a cancelled rifa, including late payments, by stage of the refund. */
export const cancelledRefunds = z.object({
  done: refundStage,
  underWay: refundStage,
  /** The refund is not requested yet. The money includes cotas that stay because they found a cota premiada. */
  unasked: refundStage,
  /** Listed among the payments to review: rejected, cash, disputed, without balance or without a response. */
  waiting: refundStage,
  /** Rejected by the provider, and marked as resolved by an admin. */
  elsewhere: refundStage,
});
export type CancelledRefunds = z.infer<typeof cancelledRefunds>;

export const managedRifa = editedRifa.extend({
  id: z.uuid(),
  status: rifaStatus,
  version: z.int(),
  soldNumbers: z.int(),
  /** Held by unpaid orders. */
  reservedNumbers: z.int(),
  /** Revenue of this rifa's lines in paid orders, without what went back. */
  revenueCentavos: z.int(),
  /** Number of persons who asked for a notice when sales begin. */
  noticeRequests: z.int(),
  regulationSha256: z.string(),
  legalFiles: z.array(legalFile),
  publishedAt: z.iso.datetime().nullable(),
  /** Orders are accepted before this moment. */
  salesEndAt: z.iso.datetime(),
  /** Why an admin paused the sales; null while they are not paused. */
  pauseReason: z.string().nullable(),
  /** How it may be cancelled now, in a state that can be. */
  cancelling: z.enum(CANCELLING_RULES),
  /** Null unless cancelled. */
  refunds: cancelledRefunds.nullable(),
});
export type ManagedRifa = z.infer<typeof managedRifa>;

export const rifaBuyer = z.object({
  orderId: z.uuid(),
  externalReference: z.string(),
  userId: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  status: orderStatus,
  /** The payment is disputed. */
  isDisputed: z.boolean(),
  /** Cash of a refunded order that is owed to the buyer again. */
  cashOwedCentavos: z.int(),
  cotas: z.int(),
  /** Of a paid order, the amount that was not refunded; otherwise as ordered. */
  totalCentavos: z.int(),
  /** The number searched for, or the order's first. */
  number: z.int(),
  createdAt: z.iso.datetime(),
});
export type RifaBuyer = z.infer<typeof rifaBuyer>;

export const rifaPreview = z.object({
  rifa: rifaDetail,
  legal: rifaLegal,
  instantPrizes: instantPrizes.nullable(),
});
export type RifaPreview = z.infer<typeof rifaPreview>;
