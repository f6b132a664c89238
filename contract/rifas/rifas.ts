import { oc } from '@orpc/contract';
import { z } from 'zod';
import { SOCIAL_PROOF_MODES } from '@mare/domain/social-proof/social-proof-mode.ts';
import { participationReason } from './participation-reason.ts';
import { purchaseTier, rifaDetail, rifaLegal, rifaSummary } from './rifa-detail.ts';
import { leaders, shopStats } from './shop-stats.ts';
import { pickErrors } from '../errors.ts';

export const participation = z.object({
  allowed: z.boolean(),
  /** Why the buyer may not take part. */
  reason: participationReason.nullable(),
  /** End of the buyer's pause or self-exclusion. */
  until: z.iso.datetime().nullable(),
  eligibleCities: z.array(z.string()),
});
export type Participation = z.infer<typeof participation>;

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
