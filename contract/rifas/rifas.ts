import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PRIZE_TYPES } from '@mare/domain/draws/prizes/prize-type.ts';
import { DRAW_FALLBACKS } from '@mare/domain/draws/draw-rules.ts';
import { UNSOLD_POLICIES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { LEGAL_ROUTES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { RIFA_STATUSES, SHOWN_STATUSES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { SOCIAL_PROOF_MODES } from '@mare/domain/social-proof/social-proof-mode.ts';
import { participationReason } from './participation-reason.ts';
import { pickErrors } from '../errors.ts';
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
  /** Of a cash prize: the amount before tax. */
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
  /** Address of the certificate. */
  certificate: z.string().nullable(),
  /** Whether the organiser gave proof that it owns the prizes. */
  ownsPrizes: z.boolean(),
  /** From the draw. */
  claimDays: z.int(),
  regulation: z.string(),
  /** Hexadecimal digest of the regulation in UTF-8; empty without one. */
  regulationSha256: z.string(),
  /** What is withheld on the prizes; several where their kinds differ. */
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
  /** In the public log, but no longer in the history, or changed there. */
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

export const participation = z.object({
  allowed: z.boolean(),
  /** Why the buyer may not take part. */
  reason: participationReason.nullable(),
  /** End of the buyer's pause or self-exclusion. */
  until: z.iso.datetime().nullable(),
  eligibleCities: z.array(z.string()),
});
export type Participation = z.infer<typeof participation>;

/** Real stats of the shop, without personal data. */
export const shopStats = z.object({
  /** Paid cotas of the rifas on sale. */
  soldCotas: z.int(),
  /** Number and value of the prizes of the rifas on sale. */
  prizes: z.int(),
  prizeValueCentavos: z.int(),
  /** Orders awaiting payment. */
  peopleBuying: z.int(),
  /** Cotas added to carts in the last 24 hours. */
  cotasInCarts: z.int(),
  drawnRifas: z.int(),
  winners: z.int(),
  /** Value of the prizes of drawn rifas. */
  wonCentavos: z.int(),
  /** Of the last 24 hours, newest first. */
  purchases: z.array(
    z.object({
      /** 'Maria S.' */
      name: z.string(),
      city: z.string().nullable(),
      cotas: z.int(),
      rifaTitle: z.string(),
      /** ISO 8601. */
      paidAt: z.iso.datetime(),
    }),
  ),
});
export type ShopStats = z.infer<typeof shopStats>;

const leader = z.object({ name: z.string(), cotas: z.int() });
const extreme = z.object({ number: z.int(), name: z.string() }).nullable();

/** Names are shortened to a first name and an initial. */
export const leaders = z.object({
  /** Null if the rifa does not show them. */
  buyers: z.object({ day: z.array(leader), week: z.array(leader) }).nullable(),
  /** The highest and lowest cota paid in a time window; null without such a prize. */
  extremes: z
    .object({
      prize: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      lowest: extreme,
      highest: extreme,
    })
    .nullable(),
});
export type Leaders = z.infer<typeof leaders>;

export const rifas = {
  list: oc
    .route({
      method: 'GET',
      path: '/rifas',
      summary: 'List rifas on sale, announced rifas and the last drawn ones',
    })
    .output(z.array(rifaSummary)),
  find: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}',
      summary: 'Read an announced or published rifa with its prizes',
    })
    .input(z.object({ id: z.string() }))
    .output(rifaDetail)
    .errors(pickErrors('NOT_FOUND')),
  legal: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/legal',
      summary: 'Read authorisation, organiser and regulation of a published rifa',
    })
    .input(z.object({ id: z.string() }))
    .output(rifaLegal)
    .errors(pickErrors('NOT_FOUND')),
  participation: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/participation',
      summary: 'Check whether the caller may take part',
    })
    .input(z.object({ id: z.uuid() }))
    .output(participation)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  tiers: oc
    .route({ method: 'GET', path: '/purchase-tiers', summary: 'List purchase plans, smallest first' })
    .output(z.array(purchaseTier)),
  socialProof: oc
    .route({
      method: 'GET',
      path: '/social-proof',
      summary: 'Read the social proof mode, with stats in real mode',
    })
    .output(z.object({ mode: z.enum(SOCIAL_PROOF_MODES), stats: shopStats.nullable() })),
  takenNumbers: oc
    .route({
      method: 'POST',
      path: '/rifas/{id}/taken-numbers',
      summary: 'Filter the numbers that are sold or reserved',
    })
    .input(z.object({ id: z.uuid(), numbers: z.array(z.int().min(1).max(10_000_000)).max(2000) }))
    .output(z.object({ taken: z.array(z.int()) }))
    .errors(pickErrors('NOT_FOUND')),
  leaders: oc
    .route({ method: 'GET', path: '/rifas/{id}/leaders', summary: 'Read the leaders of a rifa' })
    .input(z.object({ id: z.uuid() }))
    .output(leaders),
  numberMap: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/number-map',
      summary: 'Read the taken numbers of a small rifa that allows choosing',
    })
    .input(z.object({ id: z.uuid() }))
    /** Bitmap in base64: one bit per number from 1, most significant bit first. */
    .output(z.object({ totalNumbers: z.int(), taken: z.string() }))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  searchNumbers: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/free-numbers',
      summary: 'Find free numbers by their last digits in a rifa that allows choosing',
    })
    .input(
      z.object({
        id: z.uuid(),
        digits: z.string().regex(/^\d{1,8}$/),
        /** Offset of the first match, 0-based. */
        from: z.coerce.number().int().min(0).max(10_000_000).default(0),
      }),
    )
    .output(z.object({ free: z.array(z.int()), next: z.int().nullable() }))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  drawNumbers: oc
    .route({
      method: 'POST',
      path: '/rifas/{id}/numbers',
      summary: 'Draw random free numbers without reserving them',
    })
    .input(
      z.object({
        id: z.uuid(),
        quantity: z.int().min(1).max(2000),
        /** Numbers that the cart already holds. */
        except: z.array(z.int().min(1).max(10_000_000)).max(2000).default([]),
      }),
    )
    .output(z.object({ numbers: z.array(z.int()) }))
    .errors(pickErrors('NOT_FOUND', 'NOT_ENOUGH_NUMBERS', 'TOO_MANY_REQUESTS')),
};
