import { oc } from '@orpc/contract';
import { z } from 'zod';
import { participationRefusal, refuses } from './refusals.ts';

export const rifaStatus = z.enum(['draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled']);

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
});
export type RifaSummary = z.infer<typeof rifaSummary>;

export const rifaPrize = z.object({
  id: z.uuid(),
  position: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  valueCentavos: z.int().nullable(),
  prizeType,
  /** Where a service is rendered. */
  serviceCity: z.string().nullable(),
});
export type RifaPrize = z.infer<typeof rifaPrize>;

export const rifaDetail = rifaSummary.extend({
  prizes: z.array(rifaPrize),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
});
export type RifaDetail = z.infer<typeof rifaDetail>;

export const participation = z.object({
  allowed: z.boolean(),
  /** Why not. */
  reason: participationRefusal.nullable(),
  eligibleCities: z.array(z.string()),
});
export type Participation = z.infer<typeof participation>;

export const purchaseTier = z.object({
  /** Key in settings: tier1, tier2, tier3. */
  key: z.string(),
  name: z.string(),
  quantity: z.int().min(1),
  bonusPercentage: z.number().min(0),
});
export type PurchaseTier = z.infer<typeof purchaseTier>;

export const rifas = {
  list: oc
    .route({ method: 'GET', path: '/rifas', summary: 'Rifas on show, newest first' })
    .output(z.array(rifaSummary)),
  find: oc
    .route({ method: 'GET', path: '/rifas/{id}', summary: 'One published rifa with its prizes' })
    .input(z.object({ id: z.string() }))
    .output(rifaDetail)
    .errors(refuses('NOT_FOUND')),
  participation: oc
    .route({ method: 'GET', path: '/rifas/{id}/participation', summary: 'Whether one may take part' })
    .input(z.object({ id: z.uuid() }))
    .output(participation)
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_FOUND')),
  tiers: oc
    .route({ method: 'GET', path: '/purchase-tiers', summary: 'Purchase plans, smallest first' })
    .output(z.array(purchaseTier)),
  takenNumbers: oc
    .route({
      method: 'POST',
      path: '/rifas/{id}/taken-numbers',
      summary: 'Those of the numbers that are bought or reserved by now',
    })
    .input(z.object({ id: z.uuid(), numbers: z.array(z.int().min(1).max(10_000_000)).max(2000) }))
    .output(z.object({ taken: z.array(z.int()) }))
    .errors(refuses('NOT_FOUND')),
  drawNumbers: oc
    .route({ method: 'POST', path: '/rifas/{id}/numbers', summary: 'Random free numbers, not held' })
    .input(z.object({ id: z.uuid(), quantity: z.int().min(1).max(2000) }))
    .output(z.object({ numbers: z.array(z.int()) }))
    .errors(refuses('NOT_FOUND', 'NOT_ENOUGH_NUMBERS', 'TOO_MANY_REQUESTS')),
};
