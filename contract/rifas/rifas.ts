import { oc } from '@orpc/contract';
import { z } from 'zod';
import { DRAW_FALLBACKS } from '@mare/domain/draws/draw-rules.ts';
import { UNSOLD_POLICIES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { RIFA_STATUSES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { SOCIAL_PROOF_MODES } from '@mare/domain/social-proof/mode.ts';
import { participationReason, pickErrors } from '../errors.ts';

export const rifaStatus = z.enum(RIFA_STATUSES);

const prizeType = z.enum(['product', 'service']);

export const rifaSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** Path or address of the picture. */
  image: z.string(),
  priceCentavos: z.int(),
  totalNumbers: z.int(),
  /** Paid cotas, at most a second old. */
  soldNumbers: z.int(),
  /** ISO 8601. */
  drawDate: z.iso.datetime(),
  status: rifaStatus,
  /** Name of the first prize. */
  prizeName: z.string().nullable(),
  /** Kind of the first prize. */
  prizeType: prizeType.nullable(),
  createdAt: z.iso.datetime(),
  /** Who may buy at this moment. */
  access: z.enum(['everybody', 'vips', 'vips_first']),
  /** When everybody may, while it is for VIPs first. */
  publicFrom: z.iso.datetime().nullable(),
});
export type RifaSummary = z.infer<typeof rifaSummary>;

export const rifaPrize = z.object({
  id: z.uuid(),
  position: z.int(),
  name: z.string(),
  description: z.string().nullable(),
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
  /** Cotas in one line, from which on each of them costs this. */
  fromQuantity: z.int().min(2).max(10_000),
  priceCentavos: z.int().min(1),
});

export const combo = z.object({
  /** Cotas in it. */
  quantity: z.int().min(2).max(10_000),
  /** Of all of them. */
  priceCentavos: z.int().min(1).max(100_000_000),
});

/** By which right a rifa is held, in whose name and under which rules. */
export const rifaLegal = z.object({
  route: z.enum(['spa_mf', 'capitalizacao', 'state_lottery', 'none']),
  authorisationNumber: z.string().nullable(),
  organiserName: z.string().nullable(),
  organiserCnpj: z.string().nullable(),
  regulation: z.string(),
  /** Of the regulation in UTF-8, in hexadecimal; empty without one. */
  regulationSha256: z.string(),
  taxNote: z.string(),
  /** When the drawn number was not sold: draw among the sold, or wait for the next extraction. */
  drawFallback: z.enum(DRAW_FALLBACKS),
  cotaWinsOnce: z.boolean(),
});
export type RifaLegal = z.infer<typeof rifaLegal>;

export const rifaDetail = rifaSummary.extend({
  prizes: z.array(rifaPrize),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
  /** Whether buyers may choose their numbers. */
  choosesNumbers: z.boolean(),
  /** Cotas that one person may have in all, bonus included; null without a limit. */
  maxPerPerson: z.int().nullable(),
  /** Cheaper cotas from a quantity on, smallest first. */
  priceSteps: z.array(priceStep),
  /** So many cotas at a price of their own, smallest first. */
  combos: z.array(combo),
  /** Its own, in the place of the shop's; null keeps those. */
  plans: z.array(purchaseTier).nullable(),
  /** Of the regulation that a buyer has to accept; empty without one. */
  regulationSha256: z.string(),
  /** Sold out, it is drawn earlier. */
  drawsEarly: z.boolean(),
  /** What happens with fewer cotas sold than `unsoldMinPercent` at the draw's date. */
  unsoldPolicy: z.enum(UNSOLD_POLICIES),
  unsoldMinPercent: z.int(),
  /** For spoken sharing: /r/CODE leads here. */
  shortCode: z.string(),
});
export type RifaDetail = z.infer<typeof rifaDetail>;

export const participation = z.object({
  allowed: z.boolean(),
  /** Why not. */
  reason: participationReason.nullable(),
  eligibleCities: z.array(z.string()),
});
export type Participation = z.infer<typeof participation>;

/** What really happens in the shop. Nobody can be recognised by it. */
export const shopFigures = z.object({
  /** Paid cotas of the rifas on sale. */
  soldCotas: z.int(),
  /** Prizes of the rifas on sale, and what they are worth. */
  prizes: z.int(),
  prizeValueCentavos: z.int(),
  /** Orders waiting for their payment at this moment. */
  peopleBuying: z.int(),
  /** Cotas put into carts within a day. */
  cotasInCarts: z.int(),
  drawnRifas: z.int(),
  winners: z.int(),
  /** Worth of the prizes of rifas that were drawn. */
  wonCentavos: z.int(),
  /** Newest first, of the last day. */
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
export type ShopFigures = z.infer<typeof shopFigures>;

const leader = z.object({ name: z.string(), cotas: z.int() });
const extreme = z.object({ number: z.int(), name: z.string() }).nullable();

/** Names shortened to a first name and an initial. */
export const leaders = z.object({
  /** Null where the rifa does not show them. */
  buyers: z.object({ day: z.array(leader), week: z.array(leader) }).nullable(),
  /** The highest and lowest cota paid in a window of time; null without such a prize. */
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
    .route({ method: 'GET', path: '/rifas', summary: 'Rifas on show, newest first' })
    .output(z.array(rifaSummary)),
  find: oc
    .route({ method: 'GET', path: '/rifas/{id}', summary: 'One published rifa with its prizes' })
    .input(z.object({ id: z.string() }))
    .output(rifaDetail)
    .errors(pickErrors('NOT_FOUND')),
  legal: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/legal',
      summary: 'Authorisation, organiser and regulation of a published rifa',
    })
    .input(z.object({ id: z.string() }))
    .output(rifaLegal)
    .errors(pickErrors('NOT_FOUND')),
  participation: oc
    .route({ method: 'GET', path: '/rifas/{id}/participation', summary: 'Whether one may take part' })
    .input(z.object({ id: z.uuid() }))
    .output(participation)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  tiers: oc
    .route({ method: 'GET', path: '/purchase-tiers', summary: 'Purchase plans, smallest first' })
    .output(z.array(purchaseTier)),
  socialProof: oc
    .route({
      method: 'GET',
      path: '/social-proof',
      summary: 'Which social proof the shop shows, and its figures when they are real',
    })
    .output(z.object({ mode: z.enum(SOCIAL_PROOF_MODES), figures: shopFigures.nullable() })),
  takenNumbers: oc
    .route({
      method: 'POST',
      path: '/rifas/{id}/taken-numbers',
      summary: 'Those of the numbers that are bought or reserved by now',
    })
    .input(z.object({ id: z.uuid(), numbers: z.array(z.int().min(1).max(10_000_000)).max(2000) }))
    .output(z.object({ taken: z.array(z.int()) }))
    .errors(pickErrors('NOT_FOUND')),
  leaders: oc
    .route({ method: 'GET', path: '/rifas/{id}/leaders', summary: 'Who leads in a rifa that shows it' })
    .input(z.object({ id: z.uuid() }))
    .output(leaders),
  numberMap: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/number-map',
      summary: 'Which numbers of a small rifa are taken, where buyers choose them',
    })
    .input(z.object({ id: z.uuid() }))
    /** One bit a number from 1 on, the first highest, in base64. */
    .output(z.object({ totalNumbers: z.int(), taken: z.string() }))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  searchNumbers: oc
    .route({
      method: 'GET',
      path: '/rifas/{id}/free-numbers',
      summary: 'Free numbers that end in certain digits, where buyers choose them',
    })
    .input(
      z.object({
        id: z.uuid(),
        digits: z.string().regex(/^\d{1,8}$/),
        /** 0-based: leaves out the matches that were looked at before. */
        from: z.coerce.number().int().min(0).max(10_000_000).default(0),
      }),
    )
    .output(z.object({ free: z.array(z.int()), next: z.int().nullable() }))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  drawNumbers: oc
    .route({ method: 'POST', path: '/rifas/{id}/numbers', summary: 'Random free numbers, not held' })
    .input(z.object({ id: z.uuid(), quantity: z.int().min(1).max(2000) }))
    .output(z.object({ numbers: z.array(z.int()) }))
    .errors(pickErrors('NOT_FOUND', 'NOT_ENOUGH_NUMBERS', 'TOO_MANY_REQUESTS')),
};
