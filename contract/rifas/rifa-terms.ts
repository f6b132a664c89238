/** What one rifa sells at, and what happens to a prize whose number nobody has. Only a draft may change it. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { DRAW_FALLBACKS } from '@mare/domain/draws/draw-rules.ts';
import { combo, priceStep, purchaseTier } from './rifas.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { tiers } from '../admin/settings-admin.ts';

export const rifaTerms = z.object({
  /** From the smallest quantity on; `arePriceSteps` of the rifa's price. */
  priceSteps: z.array(priceStep).max(6),
  /** From the smallest on; `areCombos` of the rifa's price. */
  combos: z.array(combo).max(6),
  /** In the place of the shop's plans; null keeps those. */
  plans: tiers.nullable(),
  /** When the drawn number was not sold: draw among the sold, or wait for the next extraction. */
  drawFallback: z.enum(DRAW_FALLBACKS),
  /** Whether a cota wins one prize at most. */
  cotaWinsOnce: z.boolean(),
});
export type RifaTerms = z.infer<typeof rifaTerms>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const rifaTermsAdmin = {
  terms: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/terms',
      summary: 'Price steps, plans and what unsold numbers do',
    })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({
        version: z.int(),
        /** Only then may they change. */
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
      summary: 'Change them while the rifa is a draft',
    })
    .input(z.object({ id: z.uuid(), version: rowVersion, terms: rifaTerms }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('VERSION_CONFLICT', 'RIFA_PUBLISHED', 'INVALID_PRICE_STEPS', 'INVALID_COMBOS'),
    }),
};
