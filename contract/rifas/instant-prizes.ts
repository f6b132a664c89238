/** Cotas premiadas: instant prizes on numbers that a commitment fixes before the first sale. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { rifaStatus } from './rifa-detail.ts';
import { listInput, listPage } from '../list-page.ts';
import { trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const instantPrizes = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  totalNumbers: z.int(),
  /** Time of the commitment, before the first sale. */
  placedAt: z.iso.datetime(),
  /** SHA-256 of the seed. */
  seedCommitment: z.string(),
  /** Hexadecimal; published after sales end. */
  seed: z.string().nullable(),
  /** Round of the public beacon that is mixed with the seed; null for a rifa from before it. */
  beacon: z
    .object({
      /** Hash by which drand names the beacon. */
      chain: z.string(),
      round: z.int(),
      /** Hour of the round. */
      at: z.iso.datetime(),
      /** Hexadecimal; null while the round is not known. */
      signature: z.string().nullable(),
    })
    .nullable(),
  prizes: z.array(
    z.object({
      position: z.int(),
      name: z.string(),
      valueCentavos: z.int().nullable(),
      /** Null while the round of the beacon is not known. */
      commitment: z.string().nullable(),
      /** `void`: found by an order that was refunded. */
      state: z.enum(['available', 'found', 'delivered', 'void', 'not_found']),
      number: z.int().nullable(),
      salt: z.string().nullable(),
      foundAt: z.iso.datetime().nullable(),
      /** First name and last initial. */
      finder: z.string().nullable(),
    }),
  ),
});
export type InstantPrizes = z.infer<typeof instantPrizes>;

export const foundPrize = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  totalNumbers: z.int(),
  position: z.int(),
  name: z.string(),
  number: z.int(),
  isDelivered: z.boolean(),
  /** The prize is on hold until the bank has decided a dispute of the payment. */
  isOnHold: z.boolean(),
  /** The number still takes part in the draw. */
  isInDraw: z.boolean(),
});
export type FoundPrize = z.infer<typeof foundPrize>;

export const instantPrizeRifa = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  status: rifaStatus,
  prizes: z.int(),
  /** Found prizes, without those of refunded orders. */
  found: z.int(),
  /** How many of the found prizes were delivered. */
  delivered: z.int(),
  /** How many of the found prizes wait for the decision about their order's dispute. */
  onHold: z.int(),
});
export type InstantPrizeRifa = z.infer<typeof instantPrizeRifa>;

export const instantPrizesContract = {
  instantPrizeRifas: oc
    .route({
      method: 'GET',
      path: '/admin/instant-prizes',
      summary: 'List rifas with cotas premiadas and the number found',
    })
    .input(listInput(['newest']))
    .output(listPage(instantPrizeRifa))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  instantPrizes: oc
    .route({
      method: 'GET',
      path: '/rifas/{rifaId}/instant-prizes',
      summary: 'List the cotas premiadas of a rifa',
    })
    .input(z.object({ rifaId: z.uuid() }))
    .output(z.object({ instantPrizes: instantPrizes.nullable() })),
  foundPrizes: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/instant-prizes',
      summary: 'List the cotas premiadas that an order found, by its unguessable reference',
    })
    .input(z.object({ externalReference: z.string().min(1).max(64) }))
    .output(z.object({ found: z.array(foundPrize) })),
  heldInstantPrizes: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{rifaId}/instant-prizes/on-hold',
      summary: 'List found cotas premiadas whose payment is disputed or went back',
    })
    .input(z.object({ rifaId: z.uuid() }))
    .output(z.object({ positions: z.array(z.int()) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  deliverInstantPrize: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{rifaId}/instant-prizes/{position}/delivery',
      summary: 'Record the delivery of a found cota premiada',
    })
    .input(
      z.object({
        rifaId: z.uuid(),
        position: z.coerce.number().int().min(1).max(1000),
        /** How and when the prize was delivered, and to which recipient. */
        note: trimmedText(500).min(3),
      }),
    )
    .output(z.object({ done: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'DRAW_REJECTED')),
};
