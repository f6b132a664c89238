/** A rifa as its public page and lists show it. */
import { z } from 'zod';
import { PRIZE_TYPES } from '@mare/domain/draws/prizes/prize-type.ts';
import { DRAW_FALLBACKS } from '@mare/domain/draws/draw-rules.ts';
import { UNSOLD_POLICIES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { LEGAL_ROUTES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { RIFA_STATUSES, SHOWN_STATUSES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { cancellation } from './cancellation.ts';
import { loggedCorrection, rifaCorrection } from './corrections.ts';

export const rifaStatus = z.enum(RIFA_STATUSES);
export const shownStatus = z.enum(SHOWN_STATUSES);

const prizeType = z.enum(PRIZE_TYPES);

export const rifaSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** Path or URL of the picture. */
  image: z.string(),
  priceCentavos: z.int(),
  totalNumbers: z.int(),
  /** Paid cotas, cached for up to one second. */
  soldNumbers: z.int(),
  /** ISO 8601. */
  drawDate: z.iso.datetime(),
  /** The lottery's number of the extraction that decides; null while it is not known. */
  drawExtraction: z.int().nullable(),
  /** First moment of sales of an announced rifa, for VIPs where they are first; null for others. */
  opensAt: z.iso.datetime().nullable(),
  /** Orders are accepted before this moment. */
  salesEndAt: z.iso.datetime(),
  status: shownStatus,
  /** Why sales are paused; null while they are not. */
  pauseReason: z.string().nullable(),
  /** Name of the first prize. */
  prizeName: z.string().nullable(),
  /** Type of the first prize. */
  prizeType: prizeType.nullable(),
  createdAt: z.iso.datetime(),
  /** Who may buy now. */
  access: z.enum(['everybody', 'vips', 'vips_first']),
  /** End of the VIP presale, before and while it lasts. */
  publicFrom: z.iso.datetime().nullable(),
});
export type RifaSummary = z.infer<typeof rifaSummary>;

export const rifaPrize = z.object({
  id: z.uuid(),
  position: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  /** For a cash prize: the amount before tax. */
  valueCentavos: z.int().nullable(),
  prizeType,
  image: z.string().nullable(),
  /** Where a service is rendered. */
  serviceCity: z.string().nullable(),
});
export type RifaPrize = z.infer<typeof rifaPrize>;

export const purchaseTier = z.object({
  /** Key in settings: tier1, tier2, tier3. */
  key: z.string(),
  name: z.string(),
  quantity: z.int().min(1),
  bonusPercentage: z.number().min(0),
});
export type PurchaseTier = z.infer<typeof purchaseTier>;

export const priceStep = z.object({
  /** Minimum cotas in one line for this price. */
  fromQuantity: z.int().min(2).max(10_000),
  priceCentavos: z.int().min(1),
});

export const combo = z.object({
  quantity: z.int().min(2).max(10_000),
  /** Price of the whole combo. */
  priceCentavos: z.int().min(1).max(100_000_000),
});

/** Authorisation, organiser and regulation of a rifa. */
export const rifaLegal = z.object({
  route: z.enum(LEGAL_ROUTES),
  authorisationNumber: z.string().nullable(),
  organiserName: z.string().nullable(),
  organiserCnpj: z.string().nullable(),
  /** ISO dates. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** The entity that receives the proceeds. */
  beneficiaryName: z.string().nullable(),
  beneficiaryCnpj: z.string().nullable(),
  /** URL of the certificate. */
  certificate: z.string().nullable(),
  /** Whether the organiser has proved that it owns the prizes. */
  ownsPrizes: z.boolean(),
  /** From the draw. */
  claimDays: z.int(),
  regulation: z.string(),
  /** Hexadecimal digest of the regulation in UTF-8; empty without one. */
  regulationSha256: z.string(),
  /** Taxes withheld on the prizes; several if their kinds differ. */
  taxNotes: z.array(z.string()),
  /** When the drawn number was not sold: draw among sold numbers, or wait for the next extraction. */
  drawFallback: z.enum(DRAW_FALLBACKS),
  /** Version of the rule that reads the number, and the latest extraction as an example; null while none is known. */
  drawRule: z.string(),
  latestExtraction: z
    .object({
      number: z.int(),
      /** ISO date. */
      date: z.string(),
      /** First to fifth prize, five digits each. */
      prizes: z.array(z.string()).length(5),
    })
    .nullable(),
  cotaWinsOnce: z.boolean(),
  /** Announced after publication, newest first. */
  corrections: z.array(rifaCorrection),
  /** Corrections in the public log that were deleted from the history, or changed there. */
  deletedCorrections: z.array(loggedCorrection),
});
export type RifaLegal = z.infer<typeof rifaLegal>;

export const rifaDetail = rifaSummary.extend({
  /** Pictures after `image`, in order. */
  gallery: z.array(z.object({ image: z.string(), alt: z.string() })),
  /** Link of a video; empty without one. */
  video: z.string(),
  prizes: z.array(rifaPrize),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
  choosesNumbers: z.boolean(),
  /** Maximum cotas per buyer over all orders, bonus included; null without a limit. */
  maxPerPerson: z.int().nullable(),
  /** Progressive prices by ascending quantity. */
  priceSteps: z.array(priceStep),
  /** By ascending quantity. */
  combos: z.array(combo),
  /** Replaces the shop's plans; null uses those. */
  plans: z.array(purchaseTier).nullable(),
  /** Digest of the regulation that a buyer must accept; empty without one. */
  regulationSha256: z.string(),
  /** When sold out, draws with the next extraction. */
  drawsEarly: z.boolean(),
  /** Policy when fewer cotas than `unsoldMinPercent` are sold on the draw date. */
  unsoldPolicy: z.enum(UNSOLD_POLICIES),
  unsoldMinPercent: z.int(),
  /** For sharing by word of mouth: /r/CODE redirects to the rifa. */
  shortCode: z.string(),
  /** Why it was cancelled, where a reason was declared in public. */
  cancellation: cancellation.nullable(),
  /** Why an admin ended the sales before their declared end; null otherwise. */
  closeReason: z.string().nullable(),
});
export type RifaDetail = z.infer<typeof rifaDetail>;
