/** Prices of a rifa, and the rule for a drawn number that was not sold. Editable only in a draft. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { DRAW_FALLBACKS } from '@mare/domain/draws/draw-rules.ts';
import { combo, priceStep, purchaseTier } from './rifa-detail.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { tiers } from '../admin/settings-admin.ts';

export const rifaTerms = z.object({
  /** By ascending quantity; satisfies `arePriceSteps`. */
  priceSteps: z.array(priceStep).max(6),
  /** By ascending quantity; satisfies `areCombos`. */
  combos: z.array(combo).max(6),
  /** Replaces the shop's plans; null uses those. */
  plans: tiers.nullable(),
  /** When the drawn number was not sold: draw among sold numbers, or wait for the next extraction. */
  drawFallback: z.enum(DRAW_FALLBACKS),
  /** Whether a cota wins at most one prize. */
  cotaWinsOnce: z.boolean(),
});
export type RifaTerms = z.infer<typeof rifaTerms>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const rifaTermsAdmin = {
  terms: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/terms',
      summary: 'Read prices, plans and the rule for unsold numbers',
    })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({
        version: z.int(),
        /** Terms are editable only in a draft. */
        isDraft: z.boolean(),
        priceCentavos: z.int(),
        terms: rifaTerms,
        shopPlans: z.array(purchaseTier),
      }),
    )
    .errors(onlyAdmins),
  saveTerms: oc
    .route({
      method: 'PUT',
      path: '/admin/rifas/{id}/terms',
      summary: 'Change the terms of a draft',
    })
    .input(z.object({ id: z.uuid(), version: rowVersion, terms: rifaTerms }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('VERSION_CONFLICT', 'RIFA_PUBLISHED', 'INVALID_PRICE_STEPS', 'INVALID_COMBOS'),
    }),
};
